import Synchronization

/// Where tasks queue statements for a connection's thread.
final class Mailbox: Sendable {
    private struct State {
        var statements: [QueuedStatement] = []
        /// Statements whose tasks were cancelled.
        var cancelled: [QueuedStatement] = []
        /// The number of the last cancel request that was carried out.
        var cancelEnded: UInt64 = 0
        var isSleeping = false
        var isClosed = false
        var hasStopped = false
        var stopWaiters: [CheckedContinuation<Void, Never>] = []
    }

    /// What became of a queued statement.
    enum Posting {
        case accepted
        /// Accepted while the connection's thread sleeps: the caller sends the statement or wakes
        /// the thread.
        case acceptedAsleep
        case closed
    }

    private let state = Mutex(State())
    let wakeup = Wakeup()
    /// Whether the connection is open and takes statements.
    let isOpen = Atomic<Bool>(true)
    /// The number of statements queued or sent, and not yet completed.
    let outstanding = Atomic<Int>(0)
    /// Since when the first statement at the server has been waiting for its result, in
    /// nanoseconds; 0 if there is none.
    let headSince = Atomic<UInt64>(0)

    /// Queues statements; the thread takes them together.
    func post(_ statements: [QueuedStatement]) -> Posting {
        state.withLock { state in
            guard !state.isClosed else { return .closed }
            state.statements.append(contentsOf: statements)
            outstanding.add(statements.count, ordering: .relaxed)
            defer { state.isSleeping = false }
            return state.isSleeping ? .acceptedAsleep : .accepted
        }
    }

    /// Reports that a statement's task was cancelled, and wakes the thread.
    func cancel(_ queued: QueuedStatement) {
        state.withLock { state in
            state.cancelled.append(queued)
            state.isSleeping = false
        }
        wakeup.wake()
    }

    /// Reports that a cancel request was carried out, or could not be, and wakes the thread.
    func cancelEnded(_ number: UInt64) {
        state.withLock { state in
            state.cancelEnded = max(state.cancelEnded, number)
            state.isSleeping = false
        }
        wakeup.wake()
    }

    /// What the thread learns besides the statements.
    struct News {
        var isClosed: Bool
        /// Statements whose tasks were cancelled.
        var cancelled: [QueuedStatement]
        /// The number of the last cancel request that was carried out.
        var cancelEnded: UInt64
    }

    /// Takes everything that is queued.
    ///
    /// - Parameter buffer: Receives the statements; its memory is reused for the next ones.
    /// - Returns: The other news.
    func take(into buffer: inout [QueuedStatement]) -> News {
        state.withLock { state in
            swap(&buffer, &state.statements)
            state.isSleeping = false
            defer { if !state.cancelled.isEmpty { state.cancelled = [] } }
            return News(
                isClosed: state.isClosed,
                cancelled: state.cancelled,
                cancelEnded: state.cancelEnded
            )
        }
    }

    /// Called by the thread before it sleeps until the next statement wakes it.
    ///
    /// - Returns: False if a statement is queued already, or the mailbox is closed.
    func sleep() -> Bool {
        state.withLock { state in
            state.isSleeping =
                state.statements.isEmpty && state.cancelled.isEmpty && !state.isClosed
            return state.isSleeping
        }
    }

    /// Accepts nothing from here on; the thread ends when what is under way is done.
    func close() {
        isOpen.store(false, ordering: .releasing)
        state.withLock { $0.isClosed = true }
        wakeup.wake()
    }

    /// Called by the thread when it has ended.
    ///
    /// - Returns: The statements that were never taken; the caller completes them.
    func stop() -> [QueuedStatement] {
        let (waiters, statements) = state.withLock { state in
            state.hasStopped = true
            state.isClosed = true
            defer {
                state.stopWaiters = []
                state.statements = []
            }
            return (state.stopWaiters, state.statements)
        }
        outstanding.subtract(statements.count, ordering: .relaxed)
        for waiter in waiters { waiter.resume() }
        return statements
    }

    /// Waits until the thread has ended.
    func stopped() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.hasStopped { state.stopWaiters.append(continuation) }
                return state.hasStopped
            }
            if isOver { continuation.resume() }
        }
    }
}
