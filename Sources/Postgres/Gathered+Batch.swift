public import Synchronization

/// One caller of a `Gathered`, and the keys it asks for.
@usableFromInline
final class Lookup<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// `new` becomes `waiting` or `settled`, and `waiting` becomes `settled`.
    @usableFromInline
    enum State {
        case new
        case waiting(CheckedContinuation<[Key: Value], any Error>)
        case settled
    }

    @usableFromInline let keys: [Key]
    @usableFromInline let state = Mutex(State.new)

    @inlinable
    init(_ keys: [Key]) {
        self.keys = keys
    }

    /// Nobody waits for the answer any more.
    @inlinable var isSettled: Bool {
        state.withLock { state in
            if case .settled = state { true } else { false }
        }
    }

    /// Remembers who waits.
    ///
    /// - Returns: False when the task was cancelled before; it has then been told.
    @inlinable
    func wait(_ continuation: CheckedContinuation<[Key: Value], any Error>) -> Bool {
        let isNew = state.withLock { state in
            guard case .new = state else { return false }
            state = .waiting(continuation)
            return true
        }
        if !isNew { continuation.resume(throwing: CancellationError()) }
        return isNew
    }

    /// Tells the one who waits; the first call counts.
    @inlinable
    func settle(_ outcome: Result<[Key: Value], any Error>) {
        let before = state.withLock { state in
            defer { state = .settled }
            return state
        }
        if case .waiting(let continuation) = before { continuation.resume(with: outcome) }
    }
}

/// Lookups whose keys one statement fetches.
@usableFromInline
final class Batch<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// `starting` becomes `running` or `cancelled`.
    @usableFromInline
    enum State {
        case starting
        case running(Task<Void, Never>)
        case cancelled
    }

    @usableFromInline let lookups: [Lookup<Key, Value>]
    /// All different.
    @usableFromInline let keys: [Key]
    /// By a clock that only goes forward, in nanoseconds.
    @usableFromInline let sentAt: UInt64
    @usableFromInline let state = Mutex(State.starting)

    @inlinable
    init(of lookups: [Lookup<Key, Value>], _ keys: [Key], at moment: UInt64) {
        self.lookups = lookups
        self.keys = keys
        sentAt = moment
    }

    /// Says which task carries it out.
    @inlinable
    func run(by task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .running(task)
            return false
        }
        if isCancelled { task.cancel() }
    }

    /// Gives the statement up.
    @inlinable
    func cancel() {
        let before = state.withLock { state in
            defer { state = .cancelled }
            return state
        }
        if case .running(let task) = before { task.cancel() }
    }
}
