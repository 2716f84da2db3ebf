import CLibPQ
import Glibc

extension Database {
    /// Whether a pooler between this process and the server gives the server's connection to other
    /// clients as soon as a statement or a transaction ends. Prepared statements and locks need a
    /// connection that is kept (pgbouncer's `session`).
    ///
    /// - Throws: `PostgresError` (unavailable) if that cannot be determined at present.
    public func isBehindSharingPooler() async throws -> Bool {
        var configuration = options.libpq(url, timeout: .zero, isReadOnly: true)
        configuration.applicationName += " pooler check"
        return try await DedicatedThread.run { [configuration] in
            try PoolerCheck(configuration: configuration).findsSharing()
        }
    }
}

/// Compares the server processes that two connections see. One connection asks for its process on
/// the server, twice. If the server did not name that process itself when the connection was made,
/// there is something in between, and another connection stays in a transaction meanwhile: without
/// a sharing pooler, each connection has its own process all the time.
///
/// Silence proves nothing, nor does a lost connection: the server may be frozen, or another may
/// have taken over. The check must then be repeated.
struct PoolerCheck {
    private static let statement = "gauntlet_pooler_check"
    private static let question: SQL = "SELECT pg_backend_pid()"

    let configuration: LibPQConnection.Configuration
    /// How long a reply may take.
    var patience = Duration.seconds(3)
    /// Called between the two queries, for tests.
    var between: () throws -> Void = {}
    /// Called when the other connection is in its transaction, for tests.
    var inTransaction: () throws -> Void = {}

    /// - Throws: `PostgresError` (unavailable) if the check must be repeated.
    func findsSharing() throws -> Bool {
        // Twice: a pooler that keeps its clients through a failover shows them another process, but
        // only once.
        try seesSharing() && seesSharing()
    }

    private func seesSharing() throws -> Bool {
        do {
            return try compare()
        } catch let error as PostgresError where error.tellsOfSharing {
            return true
        }
    }

    private func compare() throws -> Bool {
        let asking = try LibPQConnection(untouched: configuration)
        guard asking.sendPrepare(Self.statement, Self.question),
            try asking.answer(to: "PREPARE", within: patience) != nil
        else { throw Self.silent }
        let first = try process(asking)
        try between()
        // Without a pooler there is no second connection: the role may be limited to one.
        if asking.introducedProcess == first { return try process(asking) != first }
        let other = try LibPQConnection(untouched: configuration)
        guard other.send("BEGIN") else { throw Self.silent }
        guard try other.answer(to: "BEGIN", within: patience) != nil else {
            // A pooler with a single connection keeps it for the client that asks, as it should.
            return try process(asking) != first
        }
        try inTransaction()
        guard try process(inTransactionOf: other) == first else {
            return try process(asking) != first
        }
        // Two connections have one process. It is shared if the first connection is still up, and
        // gets its reply once the transaction has ended.
        guard other.send("ROLLBACK"),
            try other.answer(to: "ROLLBACK", within: patience) != nil
        else { throw Self.silent }
        _ = try process(asking)
        return true
    }

    private func process(_ asking: LibPQConnection) throws -> Int32 {
        guard asking.sendPrepared(Self.statement, Self.question) else { throw Self.silent }
        return try answeringProcess(asking)
    }

    private func process(inTransactionOf other: LibPQConnection) throws -> Int32 {
        guard other.send(Self.question.text) else { throw Self.silent }
        return try answeringProcess(other)
    }

    private func answeringProcess(_ libpq: LibPQConnection) throws -> Int32 {
        let answer = try libpq.answer(to: Self.question.text, within: patience)
        let process = try answer?.rows { try $0.next(Int32.self) }.first
        guard let process else { throw Self.silent }
        return process
    }

    private static var silent: PostgresError {
        .unavailable("the database does not answer")
    }
}

extension PostgresError {
    /// Whether a prepared statement exists already, or is gone: then this is another connection of
    /// the server's. Or the pooler says itself that it supports no transactions.
    fileprivate var tellsOfSharing: Bool {
        switch sqlState {
        case "42P05", "26000": true
        // pgbouncer uses this code for all of its errors.
        case "08P01": message.contains("statement pooling")
        default: false
        }
    }
}

extension LibPQConnection {
    /// The process that the server named as this connection's when it was made. A pooler has no
    /// server process to name then, and makes up a number.
    fileprivate var introducedProcess: Int32 { unsafe PQbackendPID(connection) }

    /// Waits for the result of the one statement that was sent. Returns nil when none comes in
    /// time.
    fileprivate func answer(
        to statement: String,
        within limit: Duration
    ) throws(PostgresError) -> QueryResult? {
        let end = monotonicNanoseconds() + limit.nanoseconds
        while unsafe PQisBusy(connection) == 1 {
            let now = monotonicNanoseconds()
            guard now < end else { return nil }
            var socket = unsafe pollfd(
                fd: PQsocket(connection),
                events: Int16(POLLIN),
                revents: 0
            )
            _ = unsafe poll(&socket, 1, Int32((end - now) / 1_000_000 + 1))
            guard unsafe PQconsumeInput(connection) == 1 else {
                throw .lost(message, statement: statement)
            }
        }
        let result = unsafe PQgetResult(connection)
        defer { while let rest = unsafe PQgetResult(connection) { unsafe PQclear(rest) } }
        return unsafe try answer(result, to: statement)
    }
}
