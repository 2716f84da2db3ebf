import Metrics
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
        /// The first statement that failed: the server refuses all others after it.
        var failure: PostgresError?
        var traceparent: String?
        var actions: [@Sendable () -> Void] = []
    }

    private let line: Line
    private let number: UInt64
    private let metrics: DatabaseMetrics
    private let state = Mutex(State())
    /// Of the database that the transaction runs on; to be raised after the commit.
    public let signals: Signals

    init(_ line: Line, number: UInt64, signals: Signals, metrics: DatabaseMetrics) {
        self.line = line
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

    /// Has a statement run whose answer nobody waits for: it travels at once, and the transaction
    /// goes on with the next.
    ///
    /// Where it fails, so does what follows, with its error: the next statement or the commit.
    /// - Throws: `PostgresError` where the transaction is over; `CancellationError` where it has
    ///   not begun.
    public func send(_ sql: SQL) throws {
        try begin(sql)
        let start = monotonicNanoseconds()
        let request = Request(sql, .within(number)) { [self] outcome in
            metrics.statements.recordNanoseconds(Int64(monotonicNanoseconds() - start))
            if case .failure(let error as PostgresError) = outcome { note(error) }
        }
        line.post(request)
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

    private func perform(_ sql: SQL) async throws -> Answer {
        try begin(sql)
        do {
            return try await metrics.statements.time {
                try await line.perform(Request(sql, .within(number)))
            }
        } catch let error as PostgresError {
            // After a failure the server refuses everything: the first one says why.
            throw note(error)
        }
    }

    /// A cancellation counts before the first statement only: later ones may follow a write.
    private func begin(_ sql: SQL) throws {
        try state.withLock { state in
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
        let answer: Answer
        do {
            answer = try await metrics.commits.time {
                try await line.perform(Request("COMMIT", .ends(number)))
            }
        } catch var error as PostgresError {
            if error.isLost || error.sqlState?.hasPrefix("57P") == true {
                error.knowledge = .expired
            }
            throw error
        }
        guard answer.tag == "COMMIT" else {
            throw failure
                ?? PostgresError(message: "COMMIT answered \(answer.tag)", knowledge: .bug)
        }
    }

    /// Takes everything back; a connection that fell has done so by itself.
    func rollback() async {
        guard end() else { return }
        _ = try? await line.perform(Request("ROLLBACK", .ends(number)))
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
