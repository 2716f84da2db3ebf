import Synchronization

/// The tasks that wait for a connection, first come, first served among those with one purpose.
///
/// A dedicated thread, started at the first wait, ends the waits that take too long: a timer for
/// each wait would cost more than the statement itself.
final class LeaseQueue: Sendable {
    typealias Waiter = CheckedContinuation<PipelinedConnection, any Error>

    private struct Entry {
        let ticket: UInt64
        let deadline: UInt64
        let waiter: Waiter
    }

    /// What the thread shares with the queue. Does not keep the queue alive.
    private final class Shared: Sendable {
        let state = Mutex(State())
        let wakeup = Wakeup()
    }

    private struct State {
        /// Each in the order of deadlines, because all wait equally long.
        var entries = PerPurpose(Queue<Entry>())
        var hasThread = false
        /// Whether the thread waits without a limit.
        var isIdle = false
        var isClosed = false

        var count: Int { LeasePurpose.allCases.reduce(0) { $0 + entries[$1].count } }

        /// The deadline of the first task of each purpose, which tells who came first.
        var firsts: PerPurpose<UInt64?> {
            var firsts = PerPurpose<UInt64?>(nil)
            for purpose in LeasePurpose.allCases {
                firsts[purpose] = entries[purpose].first?.deadline
            }
            return firsts
        }

        /// The earliest deadline.
        var deadline: UInt64? {
            LeasePurpose.allCases.compactMap { entries[$0].first?.deadline }.min()
        }

        mutating func removeAll() -> [Entry] {
            LeasePurpose.allCases.flatMap { entries[$0].removeAll() }
        }

        /// Removes those whose wait has lasted too long.
        mutating func removeLate(at now: UInt64) -> [Entry] {
            var late: [Entry] = []
            for purpose in LeasePurpose.allCases {
                while let first = entries[purpose].first, first.deadline <= now {
                    late.append(first)
                    _ = entries[purpose].popFirst()
                }
            }
            return late
        }
    }

    private let waitMax: Duration
    private let complaint: PostgresError
    private let tickets = Atomic<UInt64>(0)
    private let shared = Shared()

    /// - Parameters:
    ///   - waitMax: The maximum wait.
    ///   - complaint: The error after it.
    init(waitMax: Duration, _ complaint: PostgresError) {
        self.waitMax = waitMax
        self.complaint = complaint
    }

    var isEmpty: Bool { count == 0 }
    var count: Int { shared.state.withLock { $0.count } }

    /// Waits for a connection on behalf of the calling task.
    ///
    /// - Parameters:
    ///   - purpose: What it is for.
    ///   - look: Returns a connection that is there already, or calls `wait` to have the task wait.
    /// - Returns: The connection.
    /// - Throws: The error that `look` returns, the one that ends the waits, `CancellationError`.
    func connection(
        for purpose: LeasePurpose = .call,
        _ look: (_ wait: () -> Void) -> Result<PipelinedConnection, any Error>?
    ) async throws -> PipelinedConnection {
        let ticket = tickets.add(1, ordering: .relaxed).newValue
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = look { append(ticket, continuation, for: purpose) }
                if let outcome { continuation.resume(with: outcome) }
                if Task.isCancelled { withdraw(ticket, for: purpose) }
            }
        } onCancel: {
            withdraw(ticket, for: purpose)
        }
    }

    private func append(_ ticket: UInt64, _ waiter: Waiter, for purpose: LeasePurpose) {
        let (starts, wakes) = shared.state.withLock { state in
            let deadline = monotonicNanoseconds() + waitMax.nanoseconds
            state.entries[purpose].append(
                Entry(ticket: ticket, deadline: deadline, waiter: waiter)
            )
            defer {
                state.hasThread = true
                state.isIdle = false
            }
            return (!state.hasThread, state.isIdle)
        }
        if wakes { shared.wakeup.wake() }
        if starts {
            let isRunning = DedicatedThread.start { [shared, complaint] in
                Self.watch(shared, complaint)
            }
            if !isRunning { shared.state.withLock { $0.hasThread = false } }
        }
    }

    /// Takes the task that has waited longest, whatever for.
    func popFirst() -> Waiter? {
        shared.state.withLock { state in
            let firsts = state.firsts
            let purposes = LeasePurpose.allCases.filter { firsts[$0] != nil }
            let first = purposes.min { (firsts[$0] ?? 0) < (firsts[$1] ?? 0) }
            return first.flatMap { state.entries[$0].popFirst()?.waiter }
        }
    }

    /// Takes the task that gets the next connection, and what it is for; `nil` if none that waits
    /// may have one.
    func popFirst(_ shares: LeaseShares) -> (waiter: Waiter, purpose: LeasePurpose)? {
        shared.state.withLock { state in
            guard let purpose = shares.next(state.firsts),
                let entry = state.entries[purpose].popFirst()
            else { return nil }
            return (entry.waiter, purpose)
        }
    }

    /// Whether a task waits that may have a connection.
    func hasNext(_ shares: LeaseShares) -> Bool {
        shares.next(shared.state.withLock(\.firsts)) != nil
    }

    /// Ends the wait of a cancelled task, if it still waits.
    private func withdraw(_ ticket: UInt64, for purpose: LeasePurpose) {
        let waiter = shared.state.withLock { state -> Waiter? in
            let entries = state.entries[purpose].removeAll()
            var found: Waiter?
            for entry in entries {
                if entry.ticket == ticket {
                    found = entry.waiter
                } else {
                    state.entries[purpose].append(entry)
                }
            }
            return found
        }
        waiter?.resume(throwing: CancellationError())
    }

    /// Ends all waits.
    func refuseAll(_ error: PostgresError) {
        let entries = shared.state.withLock { $0.removeAll() }
        for entry in entries { entry.waiter.resume(throwing: error) }
    }

    /// Ends all waits, and the thread.
    func close(_ error: PostgresError) {
        let entries = shared.state.withLock { state in
            state.isClosed = true
            return state.removeAll()
        }
        shared.wakeup.wake()
        for entry in entries { entry.waiter.resume(throwing: error) }
    }

    private static func watch(_ shared: Shared, _ complaint: PostgresError) {
        while true {
            let now = monotonicNanoseconds()
            let (late, pause) = shared.state.withLock { state -> ([Entry], Int32?) in
                let late = state.removeLate(at: now)
                if state.isClosed { return (late, nil) }
                let deadline = state.deadline
                state.isIdle = deadline == nil
                guard let deadline else { return (late, -1) }
                return (late, Int32((deadline - now) / 1_000_000 + 1))
            }
            for entry in late { entry.waiter.resume(throwing: complaint) }
            guard let pause else { return }
            _ = shared.wakeup.wait(socket: -1, writing: false, milliseconds: pause)
        }
    }
}
