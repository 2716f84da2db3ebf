import Metrics
import Synchronization

/// Locks within one process for calls that change the same data one after another. Calls wait here,
/// without a connection, instead of each occupying one while it waits for a lock of the server.
///
/// The server's locks are still taken, for the other replicas. A task that holds a lock may wait
/// for a connection, but no task waits for a lock within a transaction. All tasks take locks in the
/// same order: first those of users, then those of the row that a call changes.
public final class LocalLocks: Sendable {
    private struct Waiter {
        let continuation: CheckedContinuation<Void, any Error>
        let key: LocalLock.Key
        let deadline: ContinuousClock.Instant
    }

    private struct State {
        /// Only locks that are held.
        var queues: [LocalLock.Key: LocalLockQueue<UInt64>] = [:]
        var waiters: [UInt64: Waiter] = [:]
        var tickets: UInt64 = 0
        /// Whether a task that ends expired waits is running.
        var isTimed = false

        /// Changes a queue, and removes it if it is then unused.
        mutating func change<Value>(
            _ key: LocalLock.Key,
            _ body: (inout LocalLockQueue<UInt64>) -> Value
        ) -> Value {
            let value = body(&queues[key, default: LocalLockQueue()])
            if queues[key]?.isUnused == true { queues[key] = nil }
            return value
        }

        /// The expired waiters, by their tickets; `nil` if nobody waits, and then the task ends.
        mutating func late(at now: ContinuousClock.Instant) -> [UInt64: LocalLock.Key]? {
            isTimed = !waiters.isEmpty
            guard isTimed else { return nil }
            return waiters.filter { $0.value.deadline <= now }.mapValues(\.key)
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

    /// Runs a call's change while it holds these locks.
    ///
    /// - Parameters:
    ///   - locks: The locks, in the order in which every call takes them; none twice.
    ///   - body: Makes the change. Takes no locks itself.
    /// - Returns: What `body` returns.
    /// - Throws: `PostgresError` (unavailable) if it waits for the locks longer than the maximum
    ///   wait for a connection; `CancellationError`; what `body` throws.
    public func withLocks<Value>(
        _ locks: [LocalLock],
        _ body: () async throws -> Value
    ) async throws -> Value {
        let deadline = ContinuousClock.now + waitMax
        var held: [LocalLock] = []
        defer {
            for lock in held.reversed() { leave(lock.key) }
        }
        for lock in locks {
            try await enter(lock, until: deadline)
            held.append(lock)
        }
        return try await body()
    }

    /// The number of tasks that wait for a lock.
    package var waitingCount: Int { state.withLock { $0.waiters.count } }

    /// The number of locks that are held.
    var keysCount: Int { state.withLock { $0.queues.count } }

    private func enter(_ lock: LocalLock, until deadline: ContinuousClock.Instant) async throws {
        let ticket = state.withLock { state -> UInt64? in
            if state.change(lock.key, { $0.tryEnter(lock.mode) }) { return nil }
            state.tickets += 1
            return state.tickets
        }
        guard let ticket else { return }
        metrics.waiting.increment()
        defer { metrics.waiting.decrement() }
        do {
            try await wait(ticket, lock, until: deadline)
        } catch {
            if (error as? PostgresError)?.isOverload == true { metrics.waitsRefused.increment() }
            throw error
        }
    }

    private func wait(
        _ ticket: UInt64,
        _ lock: LocalLock,
        until deadline: ContinuousClock.Instant
    ) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isHeld, isFirst) = state.withLock { state in
                    if state.change(lock.key, { $0.enter(ticket, lock.mode) }) {
                        return (true, false)
                    }
                    state.waiters[ticket] = Waiter(
                        continuation: continuation,
                        key: lock.key,
                        deadline: deadline
                    )
                    defer { state.isTimed = true }
                    return (false, !state.isTimed)
                }
                if isHeld { continuation.resume() }
                if isFirst { Task { await endWaits() } }
                // The task may have been cancelled before it began to wait.
                if Task.isCancelled { withdraw(ticket, lock.key, CancellationError()) }
            }
        } onCancel: {
            withdraw(ticket, lock.key, CancellationError())
        }
    }

    /// Ends expired waits until nobody waits. One task checks all waiters, twenty times in the
    /// maximum wait: most waits are short, and a timer for each would cost more.
    private func endWaits() async {
        while let late = state.withLock({ $0.late(at: .now) }) {
            for (ticket, key) in late {
                let error = PostgresError.overload("too many calls wait to change the same")
                withdraw(ticket, key, error)
            }
            try? await Task.sleep(for: waitMax / 20)
        }
    }

    private func leave(_ key: LocalLock.Key) {
        let next = state.withLock { state in
            let admitted = state.change(key) { $0.leave() }
            return state.take(admitted)
        }
        for waiter in next { waiter.continuation.resume() }
    }

    /// Ends a wait that has not ended yet.
    private func withdraw(_ ticket: UInt64, _ key: LocalLock.Key, _ error: any Error) {
        let (ended, next) = state.withLock { state -> (Waiter?, [Waiter]) in
            guard let ended = state.waiters.removeValue(forKey: ticket) else { return (nil, []) }
            let admitted = state.change(key) { $0.withdraw(ticket) }
            return (ended, state.take(admitted ?? []))
        }
        ended?.continuation.resume(throwing: error)
        for waiter in next { waiter.continuation.resume() }
    }
}
