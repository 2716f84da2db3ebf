import CLibPQ
import Glibc

extension Database {
    /// Whether a pooler between this process and the server gives the server's connection to
    /// others as soon as a statement or a transaction is over. Prepared statements and locks need
    /// one that is kept (pgbouncer's `session`).
    ///
    /// - Throws: `PostgresError` where that cannot be found out at present.
    public func isBehindSharingPooler() async throws -> Bool {
        var plan = options.link(url, timeout: .zero, isReadOnly: true)
        plan.applicationName += " pooler check"
        return try await OwnThread.run { [plan] in
            try PoolerCheck(plan: plan).findsSharing()
        }
    }
}

/// Two connections: one asks for its process on the server, the other begins a transaction and
/// stays in it, and the first one asks again. Without a pooler that shares, it is the same process,
/// and it answers at once.
struct PoolerCheck {
    /// How long an answer may take before the other connection is looked at.
    private static let patience = Duration.seconds(3)
    private static let statement = "gauntlet_pooler_check"

    let plan: Link.Plan
    /// Called between the two questions, for tests.
    var between: () throws -> Void = {}

    func findsSharing() throws -> Bool {
        do {
            return try compare()
        } catch let error as PostgresError where error.tellsOfSharing {
            return true
        }
    }

    private func compare() throws -> Bool {
        let asking = try Link(untouched: plan)
        guard asking.sendPrepare(Self.statement, "SELECT pg_backend_pid()"),
            try asking.answer(to: "PREPARE", within: Self.patience) != nil,
            asking.sendPrepared(Self.statement, "SELECT pg_backend_pid()"),
            let first = try process(asking)
        else { throw Self.silent }
        try between()
        let other = try Link(untouched: plan)
        guard other.send("BEGIN") else { throw Self.silent }
        // A pooler with a single connection may keep it for the one who asks, as it should.
        let isInTransaction = try other.answer(to: "BEGIN", within: Self.patience) != nil
        guard asking.sendPrepared(Self.statement, "SELECT pg_backend_pid()") else {
            throw Self.silent
        }
        if let second = try process(asking) { return first != second }
        // The server answers the other one. If it answers this one as soon as the transaction is
        // over, both share one connection.
        guard isInTransaction, other.send("ROLLBACK"),
            try other.answer(to: "ROLLBACK", within: Self.patience) != nil,
            try process(asking) != nil
        else { throw Self.silent }
        return true
    }

    private func process(_ link: Link) throws -> Int32? {
        try link.answer(to: "SELECT pg_backend_pid()", within: Self.patience)?
            .rows { try $0.next(Int32.self) }.first
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

extension Link {
    /// Waits for the answer to the one statement that was sent; `nil` when none comes in time.
    fileprivate func answer(
        to statement: String,
        within limit: Duration
    ) throws(PostgresError) -> Answer? {
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
