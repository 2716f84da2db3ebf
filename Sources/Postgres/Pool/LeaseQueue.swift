import Synchronization

/// The tasks that wait for a connection, first come, first served.
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
        /// In the order of their deadlines, because all wait equally long.
        var entries = Queue<Entry>()
        var hasThread = false
        /// Whether the thread waits without a limit.
        var isIdle = false
        var isClosed = false
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

    var isEmpty: Bool { shared.state.withLock { $0.entries.isEmpty } }
    var count: Int { shared.state.withLock { $0.entries.count } }

    /// Waits for a connection on behalf of the calling task.
    ///
    /// - Parameter look: Returns a connection that is there already, or calls `wait` to have the
    ///   task wait.
    /// - Returns: The connection.
    /// - Throws: The error that `look` returns, the one that ends the waits, `CancellationError`.
    func connection(
        _ look: (_ wait: () -> Void) -> Result<PipelinedConnection, any Error>?
    ) async throws -> PipelinedConnection {
        let ticket = tickets.add(1, ordering: .relaxed).newValue
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = look { append(ticket, continuation) }
                if let outcome { continuation.resume(with: outcome) }
                if Task.isCancelled { withdraw(ticket) }
            }
        } onCancel: {
            withdraw(ticket)
        }
    }

    private func append(_ ticket: UInt64, _ waiter: Waiter) {
        let deadline = monotonicNanoseconds() + waitMax.nanoseconds
        let (starts, wakes) = shared.state.withLock { state in
            state.entries.append(Entry(ticket: ticket, deadline: deadline, waiter: waiter))
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

    func popFirst() -> Waiter? {
        shared.state.withLock { $0.entries.popFirst()?.waiter }
    }

    /// Ends the wait of a cancelled task, if it still waits.
    private func withdraw(_ ticket: UInt64) {
        let waiter = shared.state.withLock { state -> Waiter? in
            let entries = state.entries.removeAll()
            var found: Waiter?
            for entry in entries {
                if entry.ticket == ticket {
                    found = entry.waiter
                } else {
                    state.entries.append(entry)
                }
            }
            return found
        }
        waiter?.resume(throwing: CancellationError())
    }

    /// Ends all waits.
    func refuseAll(_ error: PostgresError) {
        let entries = shared.state.withLock { $0.entries.removeAll() }
        for entry in entries { entry.waiter.resume(throwing: error) }
    }

    /// Ends all waits, and the thread.
    func close(_ error: PostgresError) {
        let entries = shared.state.withLock { state in
            state.isClosed = true
            return state.entries.removeAll()
        }
        shared.wakeup.wake()
        for entry in entries { entry.waiter.resume(throwing: error) }
    }

    private static func watch(_ shared: Shared, _ complaint: PostgresError) {
        while true {
            let now = monotonicNanoseconds()
            let (late, pause) = shared.state.withLock { state -> ([Entry], Int32?) in
                var late: [Entry] = []
                while let first = state.entries.first, first.deadline <= now {
                    late.append(first)
                    _ = state.entries.popFirst()
                }
                if state.isClosed { return (late, nil) }
                state.isIdle = state.entries.isEmpty
                guard let first = state.entries.first else { return (late, -1) }
                return (late, Int32((first.deadline - now) / 1_000_000 + 1))
            }
            for entry in late { entry.waiter.resume(throwing: complaint) }
            guard let pause else { return }
            _ = shared.wakeup.wait(socket: -1, writing: false, milliseconds: pause)
        }
    }
}
