import Metrics
import Synchronization

/// Statements that take effect atomically; READ COMMITTED.
///
/// Begins with its first statement. From there on it runs to its end, even if its task is
/// cancelled: each statement has its time limit. Valid only in the closure it is passed to; refuses
/// statements afterwards.
public final class Transaction: Reader {
    /// `fresh` becomes `begun` or `ended`, `begun` becomes `ended`.
    private enum Phase {
        case fresh
        case begun
        case ended
    }

    private struct State {
        var phase = Phase.fresh
        /// Statements to send together with the next awaited one.
        var queued: [QueuedStatement] = []
        /// Whether a statement was submitted to the connection.
        var isAtServer = false
        /// The first statement error: the server refuses all others after it.
        var failure: PostgresError?
        var hasChangedRows = false
        var traceparent: String?
        var actions: [@Sendable () -> Void] = []
    }

    /// The maximum number of statements that wait for the next one.
    private static let queuedMax = 32

    private let connection: PipelinedConnection
    private let number: UInt64
    private let metrics: DatabaseMetrics
    private let state = Mutex(State())
    /// The signals of the transaction's database; raise them after the commit.
    public let signals: Signals

    init(
        _ connection: PipelinedConnection,
        number: UInt64,
        signals: Signals,
        metrics: DatabaseMetrics
    ) {
        self.connection = connection
        self.number = number
        self.signals = signals
        self.metrics = metrics
    }

    public func all<Value: Sendable>(
        _ sql: SQL,
        _ route: Route,
        _ read: @Sendable (inout Row) throws -> Value
    ) async throws -> [Value] {
        try await perform(sql).rows(read)
    }

    /// Runs a statement.
    ///
    /// - Returns: The number of rows that it inserted, changed, deleted or found.
    @discardableResult
    public func run(_ sql: SQL) async throws -> Int {
        try await perform(sql).rowsAffected
    }

    /// Queues a statement whose result is not needed: it is sent with the next awaited one, or with
    /// the commit, in order and as one message.
    ///
    /// If it fails, what follows fails with its error: the next statement or the commit.
    /// - Throws: `PostgresError` if the transaction is over; `CancellationError` if it has not
    ///   begun.
    public func enqueue(_ sql: SQL) throws {
        try enqueue(sql) { _ in }
    }

    /// Queues a statement, as `enqueue` does, whose rows are read later.
    ///
    /// - Returns: The future rows. Reading their value sends the statements that are still queued.
    /// - Throws: As `enqueue`.
    public func deferred<Value: Sendable>(
        _ sql: SQL,
        _ read: @escaping @Sendable (inout Row) throws -> Value
    ) throws -> Deferred<[Value]> {
        try expect(sql) { try $0.rows(read) }
    }

    /// Queues a statement; the value is the number of rows that it inserts, changes, deletes or
    /// finds.
    public func deferred(_ sql: SQL) throws -> Deferred<Int> {
        try expect(sql) { $0.rowsAffected }
    }

    private func expect<Value: Sendable>(
        _ sql: SQL,
        _ read: @escaping @Sendable (QueryResult) throws -> Value
    ) throws -> Deferred<Value> {
        let promise = Promise()
        try enqueue(sql) { promise.complete($0) }
        return Deferred(promise, of: self, read)
    }

    /// Queues a statement; `reaction` gets its result.
    private func enqueue(_ sql: SQL, _ reaction: @escaping QueuedStatement.Reaction) throws {
        let queued = QueuedStatement(sql, .within(number), timer: metrics.statements) {
            [self] outcome in
            switch outcome {
            case .success(let answer):
                note(answer)
                reaction(outcome)
            case .failure(let error as PostgresError):
                reaction(.failure(note(error)))
            case .failure:
                reaction(outcome)
            }
        }
        let isFull = try state.withLock { state in
            try begin(sql, &state)
            state.queued.append(queued)
            return state.queued.count >= Self.queuedMax
        }
        if isFull { flush() }
    }

    /// Sends the queued statements.
    func flush() {
        let submission = state.withLock { state -> PipelinedConnection.Submission? in
            state.queued.isEmpty ? nil : submit(&state)
        }
        if let submission { connection.flush(submission) }
    }

    /// Submits the queued statements to the connection.
    private func submit(_ state: inout State) -> PipelinedConnection.Submission {
        defer { state.queued.removeAll() }
        state.isAtServer = true
        metrics.messages.increment()
        return connection.submit(state.queued)
    }

    /// Sends a statement after the queued ones, and waits for its result.
    private func perform(_ queued: QueuedStatement) async throws -> QueryResult {
        try await connection.perform(queued) { queued in
            // Under the lock, so that no statement comes between.
            state.withLock { state in
                state.queued.append(queued)
                return submit(&state)
            }
        }
    }

    /// The trace that the transaction is part of (a W3C `traceparent`), so that later work that
    /// follows from it can be linked; `nil` if none was set.
    public var traceparent: String? {
        get { state.withLock { $0.traceparent } }
        set { state.withLock { $0.traceparent = newValue } }
    }

    /// Adds an action to run once, right after the server has confirmed the commit.
    public func afterCommit(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.actions.append(action) }
    }

    /// The first statement error.
    var failure: PostgresError? { state.withLock { $0.failure } }

    /// Whether one of its statements is known to have changed rows, so that its commit has WAL to
    /// wait for. A statement that only locks rows, or changes some inside a SELECT, is not counted.
    var hasChangedRows: Bool { state.withLock { $0.hasChangedRows } }

    private func perform(_ sql: SQL) async throws -> QueryResult {
        try state.withLock { state in try begin(sql, &state) }
        do {
            let queued = QueuedStatement(sql, .within(number), timer: metrics.statements)
            let answer = try await perform(queued)
            note(answer)
            return answer
        } catch let error as PostgresError {
            // After a failure the server refuses everything: throw the first error, which says why.
            throw note(error)
        }
    }

    /// Checks for cancellation before the first statement only: later ones may follow a write.
    private func begin(_ sql: SQL, _ state: inout State) throws {
        switch state.phase {
        case .fresh:
            try Task.checkCancellation()
            state.phase = .begun
        case .begun:
            break
        case .ended:
            throw PostgresError(
                message: "the transaction is over",
                statement: sql.text,
                knowledge: .bug
            )
        }
    }

    private func note(_ answer: QueryResult) {
        guard answer.hasChangedRows else { return }
        state.withLock { $0.hasChangedRows = true }
    }

    /// Records the first error.
    ///
    /// - Returns: The first error, if this one only follows from it; otherwise this one.
    @discardableResult
    private func note(_ error: PostgresError) -> PostgresError {
        state.withLock { state in
            let first = state.failure ?? error
            state.failure = first
            return error.sqlState == "25P02" ? first : error
        }
    }

    /// Commits.
    ///
    /// - Throws: `PostgresError`, also if the server replied ROLLBACK; `expired` when the
    ///   connection was lost meanwhile, because the outcome is then unknown.
    func commit() async throws {
        guard end() else { return }
        let answer: QueryResult
        do {
            answer = try await perform(
                QueuedStatement("COMMIT", .ends(number), timer: metrics.commits)
            )
        } catch var error as PostgresError {
            if error.isLost || error.sqlState?.hasPrefix("57P") == true {
                error.knowledge = .expired
            }
            throw error
        }
        // If any statement failed nothing was committed, whatever tag the server returns.
        if let failure { throw failure }
        guard answer.tag == "COMMIT" else {
            throw PostgresError(message: "COMMIT returned \(answer.tag)", knowledge: .bug)
        }
    }

    /// Rolls everything back; losing the connection has that effect by itself.
    func rollback() async {
        guard end() else { return }
        let (unsent, isAtServer) = state.withLock { state in
            defer { state.queued.removeAll() }
            return (state.queued, state.isAtServer)
        }
        // They were never sent, but tasks may wait for their results.
        for statement in unsent { statement.complete(.failure(CancellationError())) }
        guard isAtServer else { return }
        _ = try? await connection.perform(QueuedStatement("ROLLBACK", .ends(number)))
    }

    /// Runs the actions added by `afterCommit`.
    func runActions() {
        let actions = state.withLock { state in
            defer { state.actions = [] }
            return state.actions
        }
        for action in actions { action() }
    }

    /// - Returns: Whether the transaction must be ended at the server.
    private func end() -> Bool {
        state.withLock { state in
            defer { state.phase = .ended }
            return state.phase == .begun
        }
    }
}
