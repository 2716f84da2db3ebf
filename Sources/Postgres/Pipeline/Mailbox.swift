import Synchronization

/// Where tasks lay their statements down for a connection's thread.
final class Mailbox: Sendable {
    private struct State {
        var requests: [QueuedStatement] = []
        /// Statements whose tasks gave up.
        var cancelled: [QueuedStatement] = []
        /// The last request to cancel that was carried out.
        var cancelEnded: UInt64 = 0
        var isSleeping = false
        var isClosed = false
        var hasStopped = false
        var stopWaiters: [CheckedContinuation<Void, Never>] = []
    }

    /// What became of a statement laid down.
    enum Posting {
        case accepted
        /// Accepted, and the connection's thread sleeps: whoever laid it down sends it, or wakes
        /// the thread.
        case acceptedAsleep
        case closed
    }

    private let state = Mutex(State())
    let wakeup = Wakeup()
    /// The connection stands, and takes statements.
    let isOpen = Atomic<Bool>(true)
    /// Statements laid down and not yet answered.
    let outstanding = Atomic<Int>(0)
    /// Since when the statement at the server waits for its answer, in nanoseconds; 0: there is
    /// none.
    let headSince = Atomic<UInt64>(0)

    /// Lays statements down, which are taken together.
    func post(_ requests: [QueuedStatement]) -> Posting {
        state.withLock { state in
            guard !state.isClosed else { return .closed }
            state.requests.append(contentsOf: requests)
            outstanding.add(requests.count, ordering: .relaxed)
            defer { state.isSleeping = false }
            return state.isSleeping ? .acceptedAsleep : .accepted
        }
    }

    /// Says that a statement's task gave up, and wakes the thread.
    func cancel(_ queued: QueuedStatement) {
        state.withLock { state in
            state.cancelled.append(queued)
            state.isSleeping = false
        }
        wakeup.wake()
    }

    /// Says that the server was asked to cancel, or could not be, and wakes the thread.
    func cancelEnded(_ number: UInt64) {
        state.withLock { state in
            state.cancelEnded = max(state.cancelEnded, number)
            state.isSleeping = false
        }
        wakeup.wake()
    }

    /// What the thread learns beside the statements.
    struct News {
        var isClosed: Bool
        /// Statements whose tasks gave up.
        var cancelled: [QueuedStatement]
        /// The last request to cancel that was carried out.
        var cancelEnded: UInt64
    }

    /// Takes everything laid down.
    ///
    /// - Parameter buffer: Receives the statements; its memory is used for the next ones.
    /// - Returns: What else there is to know.
    func take(into buffer: inout [QueuedStatement]) -> News {
        state.withLock { state in
            swap(&buffer, &state.requests)
            state.isSleeping = false
            defer { if !state.cancelled.isEmpty { state.cancelled = [] } }
            return News(
                isClosed: state.isClosed,
                cancelled: state.cancelled,
                cancelEnded: state.cancelEnded
            )
        }
    }

    /// The thread says that it is about to sleep until the next statement wakes it.
    ///
    /// - Returns: False when there is one already, or nothing more will come.
    func sleep() -> Bool {
        state.withLock { state in
            state.isSleeping =
                state.requests.isEmpty && state.cancelled.isEmpty && !state.isClosed
            return state.isSleeping
        }
    }

    /// Accepts nothing from here on; the thread ends after what is under way.
    func close() {
        isOpen.store(false, ordering: .releasing)
        state.withLock { $0.isClosed = true }
        wakeup.wake()
    }

    /// The thread says that it has ended.
    ///
    /// - Returns: What was laid down and never taken; the caller settles it.
    func stop() -> [QueuedStatement] {
        let (waiters, requests) = state.withLock { state in
            state.hasStopped = true
            state.isClosed = true
            defer {
                state.stopWaiters = []
                state.requests = []
            }
            return (state.stopWaiters, state.requests)
        }
        outstanding.subtract(requests.count, ordering: .relaxed)
        for waiter in waiters { waiter.resume() }
        return requests
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
