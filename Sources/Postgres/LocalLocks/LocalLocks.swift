import Metrics
import Synchronization

/// The turns of a process' calls at what the database would let them change one after another: they
/// wait here, without a connection, instead of each at a lock of the server with one.
///
/// The locks of the server remain, for the other replicas. A task that holds a turn may wait for a
/// connection, but no task waits for a turn within a transaction. All tasks take turns in one order:
/// first those of people, then those of the row that a call changes.
public final class LocalLocks: Sendable {
    private typealias Waiter = CheckedContinuation<Void, any Error>

    private struct State {
        /// Only those that are held.
        var queues: [LocalLock.Key: LocalLockQueue<UInt64>] = [:]
        var waiters: [UInt64: Waiter] = [:]
        var tickets: UInt64 = 0

        /// Changes a queue, and forgets it if it is then unused.
        mutating func change<Value>(
            _ key: LocalLock.Key,
            _ body: (inout LocalLockQueue<UInt64>) -> Value
        ) -> Value {
            let value = body(&queues[key, default: LocalLockQueue()])
            if queues[key]?.isUnused == true { queues[key] = nil }
            return value
        }

        mutating func take(_ tickets: [UInt64]) -> [Waiter] {
            tickets.compactMap { waiters.removeValue(forKey: $0) }
        }
    }

    private let waitMax: Duration
    private let metrics: DatabaseMetrics
    private let state = Mutex(State())

    init(waitMax: Duration, _ metrics: DatabaseMetrics) {
        self.waitMax = waitMax
        self.metrics = metrics
    }

    /// Runs a call's change once it has had its turn at all of these.
    ///
    /// - Parameters:
    ///   - turns: What it changes, in the order in which every call takes them; none twice.
    ///   - body: Makes the change. Takes no turns itself.
    /// - Returns: What `body` returns.
    /// - Throws: `PostgresError` (unavailable) if the turns together take longer to come than a
    ///   connection may; `CancellationError`; what `body` throws.
    public func withLocks<Value>(
        _ turns: [LocalLock],
        _ body: () async throws -> Value
    ) async throws -> Value {
        let deadline = ContinuousClock.now + waitMax
        var held: [LocalLock] = []
        defer {
            for turn in held.reversed() { leave(turn.key) }
        }
        for turn in turns {
            try await enter(turn, until: deadline)
            held.append(turn)
        }
        return try await body()
    }

    /// The number of tasks that wait for their turn.
    package var waitingCount: Int { state.withLock { $0.waiters.count } }

    /// The number of things that are held.
    var keysCount: Int { state.withLock { $0.queues.count } }

    private func enter(_ turn: LocalLock, until deadline: ContinuousClock.Instant) async throws {
        let ticket = state.withLock { state -> UInt64? in
            if state.change(turn.key, { $0.tryEnter(turn.mode) }) { return nil }
            state.tickets += 1
            return state.tickets
        }
        guard let ticket else { return }
        metrics.waiting.increment()
        defer { metrics.waiting.decrement() }
        let limit = Task { [self] in
            try await Task.sleep(until: deadline)
            let error = PostgresError.overload("too many calls wait to change the same")
            // If it does not wait yet, it does in a moment; if no longer, this task is cancelled.
            while !withdraw(ticket, turn.key, error) {
                try await Task.sleep(for: .milliseconds(1))
            }
        }
        defer { limit.cancel() }
        do {
            try await wait(ticket, turn)
        } catch {
            if (error as? PostgresError)?.isOverload == true { metrics.waitsRefused.increment() }
            throw error
        }
    }

    private func wait(_ ticket: UInt64, _ turn: LocalLock) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let isHeld = state.withLock { state in
                    let isHeld = state.change(turn.key) { $0.enter(ticket, turn.mode) }
                    if !isHeld { state.waiters[ticket] = waiter }
                    return isHeld
                }
                if isHeld { waiter.resume() }
                // It may have been cancelled before it waited.
                if Task.isCancelled { withdraw(ticket, turn.key, CancellationError()) }
            }
        } onCancel: {
            withdraw(ticket, turn.key, CancellationError())
        }
    }

    private func leave(_ key: LocalLock.Key) {
        let next = state.withLock { state in
            let admitted = state.change(key) { $0.leave() }
            return state.take(admitted)
        }
        for waiter in next { waiter.resume() }
    }

    /// Ends a wait, if it is still one.
    ///
    /// - Returns: Whether it was.
    @discardableResult
    private func withdraw(_ ticket: UInt64, _ key: LocalLock.Key, _ error: any Error) -> Bool {
        let (ended, next) = state.withLock { state -> (Waiter?, [Waiter]) in
            guard let ended = state.waiters.removeValue(forKey: ticket) else { return (nil, []) }
            let admitted = state.change(key) { $0.withdraw(ticket) }
            return (ended, state.take(admitted ?? []))
        }
        ended?.resume(throwing: error)
        for waiter in next { waiter.resume() }
        return ended != nil
    }
}
