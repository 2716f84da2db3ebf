import CLibPQ
import Glibc

extension Database {
    /// Whether a pooler between this process and the server gives the server's connection to
    /// others as soon as a statement or a transaction is over. Prepared statements and locks need
    /// one that is kept (pgbouncer's `session`).
    ///
    /// - Throws: `PostgresError` (unavailable) where that cannot be found out at present.
    public func isBehindSharingPooler() async throws -> Bool {
        var configuration = options.libpq(url, timeout: .zero, isReadOnly: true)
        configuration.applicationName += " pooler check"
        return try await DedicatedThread.run { [configuration] in
            try PoolerCheck(configuration: configuration).findsSharing()
        }
    }
}

/// One connection asks for its process on the server, and asks again. Where the server did not
/// introduce that process itself when the connection was made, something stands in between, and
/// another connection begins a transaction and stays in it meanwhile: without a pooler that shares,
/// each has a process of its own all the time.
///
/// Silence proves nothing, nor does a connection that falls: the server may be frozen, or another
/// may have taken over. Then all is to be asked again.
struct PoolerCheck {
    private static let statement = "gauntlet_pooler_check"
    private static let question: SQL = "SELECT pg_backend_pid()"

    let configuration: LibPQConnection.Configuration
    /// How long an answer may take.
    var patience = Duration.seconds(3)
    /// Called between the two questions, for tests.
    var between: () throws -> Void = {}
    /// Called when the other connection is in its transaction, for tests.
    var inTransaction: () throws -> Void = {}

    /// - Throws: `PostgresError` (unavailable) where it is to be asked again.
    func findsSharing() throws -> Bool {
        // Twice: what keeps its clients through a failover shows them another process, but once.
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
        // Where no pooler is, there is no second connection: the role may be allowed one only.
        if asking.introducedProcess == first { return try process(asking) != first }
        let other = try LibPQConnection(untouched: configuration)
        guard other.send("BEGIN") else { throw Self.silent }
        guard try other.answer(to: "BEGIN", within: patience) != nil else {
            // A pooler with a single connection keeps it for the one who asks, as it should.
            return try process(asking) != first
        }
        try inTransaction()
        guard try process(inTransactionOf: other) == first else {
            return try process(asking) != first
        }
        // Two connections have one process. It is shared if the first connection still stands, and
        // that is answered once the transaction is over.
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
    /// A prepared statement is there already, or is gone: this is another connection of the
    /// server's. Or the pooler says itself that it has no transactions.
    fileprivate var tellsOfSharing: Bool {
        switch sqlState {
        case "42P05", "26000": true
        // pgbouncer has this code for all that it says.
        case "08P01": message.contains("statement pooling")
        default: false
        }
    }
}

extension LibPQConnection {
    /// The process that the server named as this connection's when it was made. A pooler has no
    /// process of the server's to name then, and makes a number up.
    fileprivate var introducedProcess: Int32 { unsafe PQbackendPID(connection) }

    /// Waits for the answer to the one statement that was sent; `nil` when none comes in time.
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
