import Synchronization

/// Statements that happen together or not at all; READ COMMITTED.
///
/// Begins with its first statement. From there on it runs to its end, also where its task is
/// cancelled: each statement has its time limit. Belongs to the closure it is given to, and refuses
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
        /// Statements that travel with the next one that somebody waits for.
        var queued: [QueuedStatement] = []
        /// A statement was laid down for the connection.
        var isAtServer = false
        /// The first statement that failed: the server refuses all others after it.
        var failure: PostgresError?
        var hasChangedRows = false
        var traceparent: String?
        var actions: [@Sendable () -> Void] = []
    }

    /// So many statements wait for the next one at most.
    private static let queuedMax = 32

    private let connection: PipelinedConnection
    private let number: UInt64
    private let metrics: DatabaseMetrics
    private let state = Mutex(State())
    /// Of the database that the transaction runs on; to be raised after the commit.
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
    /// - Returns: How many rows it inserted, changed, deleted or found.
    @discardableResult
    public func run(_ sql: SQL) async throws -> Int {
        try await perform(sql).rowsAffected
    }

    /// Has a statement run whose answer nobody waits for: it travels with the next one that
    /// somebody waits for, or with the commit, in their order and as one message.
    ///
    /// Where it fails, so does what follows, with its error: the next statement or the commit.
    /// - Throws: `PostgresError` where the transaction is over; `CancellationError` where it has
    ///   not begun.
    public func send(_ sql: SQL) throws {
        try enqueue(sql) { _ in }
    }

    /// Has a statement run whose rows are looked at later: it travels as `send` has it.
    ///
    /// - Returns: The rows to come. To ask for their value sends what has not travelled yet.
    /// - Throws: As `send`.
    public func ask<Value: Sendable>(
        _ sql: SQL,
        _ read: @escaping @Sendable (inout Row) throws -> Value
    ) throws -> Deferred<[Value]> {
        try expect(sql) { try $0.rows(read) }
    }

    /// The same, for how many rows the statement inserts, changes, deletes or finds.
    public func ask(_ sql: SQL) throws -> Deferred<Int> {
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

    /// Keeps a statement for the next one; `reaction` gets what came of it.
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
        if isFull { sendQueued() }
    }

    /// Sends what waits for the next statement.
    func sendQueued() {
        let submission = state.withLock { state -> PipelinedConnection.Submission? in
            state.queued.isEmpty ? nil : submit(&state)
        }
        if let submission { connection.flush(submission) }
    }

    /// Lays down for the connection what is held.
    private func submit(_ state: inout State) -> PipelinedConnection.Submission {
        defer { state.queued.removeAll() }
        state.isAtServer = true
        return connection.submit(state.queued)
    }

    /// Sends a statement behind those that wait for it, and waits for its answer.
    private func perform(_ queued: QueuedStatement) async throws -> QueryResult {
        try await connection.perform(queued) { queued in
            // Under the lock, so that nothing comes between.
            state.withLock { state in
                state.queued.append(queued)
                return submit(&state)
            }
        }
    }

    /// The trace that the transaction is part of (a W3C `traceparent`), so that what follows from
    /// it later can be found by it; `nil` where nobody said.
    public var traceparent: String? {
        get { state.withLock { $0.traceparent } }
        set { state.withLock { $0.traceparent = newValue } }
    }

    /// Remembers what to do once, right after the server has confirmed the commit.
    public func afterCommit(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.actions.append(action) }
    }

    /// The first statement that failed.
    var failure: PostgresError? { state.withLock { $0.failure } }

    /// Whether one of its statements is known to have changed rows, so that its commit has WAL to
    /// wait for. One that only locks rows, or changes some inside a SELECT, is not counted.
    var hasChangedRows: Bool { state.withLock { $0.hasChangedRows } }

    private func perform(_ sql: SQL) async throws -> QueryResult {
        try state.withLock { state in try begin(sql, &state) }
        do {
            let queued = QueuedStatement(sql, .within(number), timer: metrics.statements)
            let answer = try await perform(queued)
            note(answer)
            return answer
        } catch let error as PostgresError {
            // After a failure the server refuses everything: the first one says why.
            throw note(error)
        }
    }

    /// A cancellation counts before the first statement only: later ones may follow a write.
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

    /// Remembers what failed first.
    ///
    /// - Returns: What failed first, where this is only what follows from it; else the error.
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
    /// - Throws: `PostgresError`, also where the server answered ROLLBACK; `expired` when the
    ///   connection fell meanwhile, for then nobody knows.
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
        // Nothing that failed was made, whatever the server calls the end of it.
        if let failure { throw failure }
        guard answer.tag == "COMMIT" else {
            throw PostgresError(message: "COMMIT answered \(answer.tag)", knowledge: .bug)
        }
    }

    /// Takes everything back; a connection that fell has done so by itself.
    func rollback() async {
        guard end() else { return }
        let (queued, isAtServer) = state.withLock { state in
            defer { state.queued.removeAll() }
            return (state.queued, state.isAtServer)
        }
        // They were never sent, and somebody may wait for their answers all the same.
        for queued in queued { queued.complete(.failure(CancellationError())) }
        guard isAtServer else { return }
        _ = try? await connection.perform(QueuedStatement("ROLLBACK", .ends(number)))
    }

    /// Runs what waited for the commit.
    func runActions() {
        let actions = state.withLock { state in
            defer { state.actions = [] }
            return state.actions
        }
        for action in actions { action() }
    }

    /// - Returns: Whether there is a transaction at the server to be ended.
    private func end() -> Bool {
        state.withLock { state in
            defer { state.phase = .ended }
            return state.phase == .begun
        }
    }
}
