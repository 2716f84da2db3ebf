import Synchronization

/// One statement on its way through a connection, and the task that waits for its answer.
final class Request: Sendable {
    /// Where a statement stands.
    enum Place: Sendable, Hashable {
        /// For itself. It reads, so it may be sent again.
        case alone
        /// In a transaction, which its first statement begins.
        case within(UInt64)
        /// Ends that transaction.
        case ends(UInt64)
    }

    /// `new` becomes `waiting` or `settled`, `waiting` becomes `settled`.
    private enum State {
        case new
        case waiting(CheckedContinuation<Answer, any Error>)
        case settled
    }

    let sql: SQL
    let place: Place
    /// When it was made, by the clock that only goes forward.
    let madeAt = monotonicNanoseconds()
    private let state = Mutex(State.new)

    init(_ sql: SQL, _ place: Place) {
        self.sql = sql
        self.place = place
    }

    /// Nobody waits for the answer any more.
    var isSettled: Bool {
        state.withLock { state in
            if case .settled = state { true } else { false }
        }
    }

    /// Its task gave up.
    ///
    /// - Returns: Whether somebody waits already, so that the connection's thread must be told;
    ///   otherwise the task is told when it begins to wait.
    func isToBeCancelled() -> Bool {
        state.withLock { state in
            switch state {
            case .new:
                state = .settled
                return false
            case .waiting: return true
            case .settled: return false
            }
        }
    }

    /// Remembers who waits.
    ///
    /// - Returns: False when the task was cancelled before; it has then been told.
    func wait(_ continuation: CheckedContinuation<Answer, any Error>) -> Bool {
        let isNew = state.withLock { state in
            guard case .new = state else { return false }
            state = .waiting(continuation)
            return true
        }
        if !isNew { continuation.resume(throwing: CancellationError()) }
        return isNew
    }

    /// Tells the task that waits; the first call counts.
    func settle(_ outcome: Result<Answer, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Answer, any Error>? in
            defer { state = .settled }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        continuation?.resume(with: outcome)
    }
}
