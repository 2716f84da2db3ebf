public import Synchronization

/// One caller of a `BatchLoader`, and the keys it loads.
@usableFromInline
final class Load<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// `new` becomes `waiting` or `completed`, and `waiting` becomes `completed`.
    @usableFromInline
    enum State {
        case new
        case waiting(CheckedContinuation<[Key: Value], any Error>)
        case completed(Result<[Key: Value], any Error>)
    }

    @usableFromInline let keys: [Key]
    @usableFromInline let state = Mutex(State.new)

    @inlinable
    init(_ keys: [Key]) {
        self.keys = keys
    }

    /// Whether no task waits for the values any more.
    @inlinable var isCompleted: Bool {
        state.withLock { state in
            if case .completed = state { true } else { false }
        }
    }

    /// Stores the continuation, or resumes it at once if the result is known.
    @inlinable
    func wait(_ continuation: CheckedContinuation<[Key: Value], any Error>) {
        let outcome = state.withLock { state -> Result<[Key: Value], any Error>? in
            if case .completed(let outcome) = state { return outcome }
            state = .waiting(continuation)
            return nil
        }
        if let outcome { continuation.resume(with: outcome) }
    }

    /// Hands the result to the task that waits. Only the first call has an effect.
    @inlinable
    func complete(_ outcome: Result<[Key: Value], any Error>) {
        let continuation = state.withLock {
            state -> CheckedContinuation<[Key: Value], any Error>? in
            switch state {
            case .completed: return nil
            case .new:
                state = .completed(outcome)
                return nil
            case .waiting(let continuation):
                state = .completed(outcome)
                return continuation
            }
        }
        continuation?.resume(with: outcome)
    }
}

/// Loads whose keys one statement fetches.
@usableFromInline
final class Batch<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// `starting` becomes `running` or `cancelled`.
    @usableFromInline
    enum State {
        case starting
        case running(Task<Void, Never>)
        case cancelled
    }

    @usableFromInline let loads: [Load<Key, Value>]
    /// The keys of all loads, without duplicates.
    @usableFromInline let keys: [Key]
    /// When it was sent, in nanoseconds of a monotonic clock.
    @usableFromInline let sentAt: UInt64
    @usableFromInline let state = Mutex(State.starting)

    @inlinable
    init(of loads: [Load<Key, Value>], _ keys: [Key], at moment: UInt64) {
        self.loads = loads
        self.keys = keys
        sentAt = moment
    }

    /// Sets the task that runs the statement.
    @inlinable
    func run(by task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .running(task)
            return false
        }
        if isCancelled { task.cancel() }
    }

    /// Cancels the statement.
    @inlinable
    func cancel() {
        let before = state.withLock { state in
            defer { state = .cancelled }
            return state
        }
        if case .running(let task) = before { task.cancel() }
    }
}
