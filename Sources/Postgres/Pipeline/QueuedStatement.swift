import Metrics
import Synchronization

/// One statement on its way through a connection, and the task that waits for its answer.
final class QueuedStatement: Sendable {
    /// Where a statement stands.
    enum Scope: Sendable, Hashable {
        /// For itself. It reads, so it may be sent again.
        case alone
        /// In a transaction, which its first statement begins.
        case within(UInt64)
        /// Ends that transaction.
        case ends(UInt64)
    }

    /// What is to be done with an answer that no task waits for.
    typealias Reaction = @Sendable (Result<QueryResult, any Error>) -> Void

    /// `new` becomes `waiting` or `completed`; these two and `unattended` become `completed`.
    private enum State {
        case new
        case unattended(Reaction)
        case waiting(CheckedContinuation<QueryResult, any Error>)
        case completed
    }

    let sql: SQL
    let scope: Scope
    /// When it was made, by the clock that only goes forward.
    let madeAt = monotonicNanoseconds()
    /// Records how long the server took, whether it worked or not.
    private let timer: Timer?
    /// When the server was first sent it, by the same clock; 0 until then.
    private let sentAt = Atomic<UInt64>(0)
    private let state: Mutex<State>

    init(_ sql: SQL, _ scope: Scope, timer: Timer? = nil) {
        self.sql = sql
        self.scope = scope
        self.timer = timer
        state = Mutex(.new)
    }

    /// A statement that no task waits for; `reaction` gets what came of it, on any thread.
    init(_ sql: SQL, _ scope: Scope, timer: Timer? = nil, _ reaction: @escaping Reaction) {
        self.sql = sql
        self.scope = scope
        self.timer = timer
        state = Mutex(.unattended(reaction))
    }

    /// It is on its way to the server.
    func wasSent() {
        guard timer != nil, sentAt.load(ordering: .relaxed) == 0 else { return }
        sentAt.store(monotonicNanoseconds(), ordering: .relaxed)
    }

    /// Records how long the server took, if it got it.
    private func measure() {
        let sentAt = sentAt.load(ordering: .relaxed)
        guard let timer, sentAt != 0 else { return }
        timer.recordNanoseconds(Int64(monotonicNanoseconds() - sentAt))
    }

    /// Nobody waits for the answer any more.
    var isCompleted: Bool {
        state.withLock { state in
            if case .completed = state { true } else { false }
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
                state = .completed
                return false
            case .waiting: return true
            case .unattended, .completed: return false
            }
        }
    }

    /// Remembers who waits.
    ///
    /// - Returns: False when the task was cancelled before; it has then been told.
    func wait(_ continuation: CheckedContinuation<QueryResult, any Error>) -> Bool {
        let isNew = state.withLock { state in
            guard case .new = state else { return false }
            state = .waiting(continuation)
            return true
        }
        if !isNew { continuation.resume(throwing: CancellationError()) }
        return isNew
    }

    /// Tells whom it concerns; the first call counts.
    func complete(_ outcome: Result<QueryResult, any Error>) {
        let before = state.withLock { state in
            defer { state = .completed }
            return state
        }
        switch before {
        case .waiting(let continuation):
            measure()
            continuation.resume(with: outcome)
        case .unattended(let reaction):
            measure()
            reaction(outcome)
        case .new, .completed:
            break
        }
    }
}
