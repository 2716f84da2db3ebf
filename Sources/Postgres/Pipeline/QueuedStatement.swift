import Metrics
import Synchronization

/// One statement on its way through a connection, and the task that waits for its result.
final class QueuedStatement: Sendable {
    /// How a statement relates to transactions.
    enum Scope: Sendable, Hashable {
        /// In no transaction. It reads, so it may be sent again.
        case alone
        /// In a transaction, which its first statement begins.
        case within(UInt64)
        /// Ends that transaction.
        case ends(UInt64)
    }

    /// Handles a result that no task waits for.
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
    /// When it was made, by the monotonic clock.
    let madeAt = monotonicNanoseconds()
    /// Records how long the server took, whether or not it succeeded.
    private let timer: Timer?
    /// When it was first sent to the server, by the same clock; 0 until then.
    private let sentAt = Atomic<UInt64>(0)
    private let state: Mutex<State>

    init(_ sql: SQL, _ scope: Scope, timer: Timer? = nil) {
        self.sql = sql
        self.scope = scope
        self.timer = timer
        state = Mutex(.new)
    }

    /// A statement that no task waits for; `reaction` gets its result, on any thread.
    init(_ sql: SQL, _ scope: Scope, timer: Timer? = nil, _ reaction: @escaping Reaction) {
        self.sql = sql
        self.scope = scope
        self.timer = timer
        state = Mutex(.unattended(reaction))
    }

    /// Called when it is sent to the server.
    func wasSent() {
        guard timer != nil, sentAt.load(ordering: .relaxed) == 0 else { return }
        sentAt.store(monotonicNanoseconds(), ordering: .relaxed)
    }

    /// Records how long the server took, if the statement was sent.
    private func measure() {
        let sentAt = sentAt.load(ordering: .relaxed)
        guard let timer, sentAt != 0 else { return }
        timer.recordNanoseconds(Int64(monotonicNanoseconds() - sentAt))
    }

    /// Whether no task waits for the result any more.
    var isCompleted: Bool {
        state.withLock { state in
            if case .completed = state { true } else { false }
        }
    }

    /// Called when its task is cancelled.
    ///
    /// - Returns: True if the task waits already, so that the connection's thread must be told;
    ///   otherwise the task is resumed when it begins to wait.
    func beginCancelling() -> Bool {
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

    /// Stores the continuation of the task that waits.
    ///
    /// - Returns: False when the task was cancelled before; it has then been resumed.
    func wait(_ continuation: CheckedContinuation<QueryResult, any Error>) -> Bool {
        let isNew = state.withLock { state in
            guard case .new = state else { return false }
            state = .waiting(continuation)
            return true
        }
        if !isNew { continuation.resume(throwing: CancellationError()) }
        return isNew
    }

    /// Hands the result to the task or the reaction. Only the first call has an effect.
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
