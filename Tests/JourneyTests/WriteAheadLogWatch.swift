import Postgres
import TestBasics
import TestKit

/// Looks at what a server wrote, on which nothing runs but the test.
struct WriteAheadLogWatch {
    /// Transactions that were committed with what they wrote, and messages, which are nothing but
    /// WAL.
    struct Written {
        let commits: Int
        let messages: Int
    }

    private let database: Database

    init(_ server: PrivateServer) async throws {
        database = Database(server.url, options: .patient(), logger: TestServer.quiet)
        try await database.transaction { try await $0.run("CREATE EXTENSION pg_walinspect") }
    }

    func end() async {
        await database.close()
    }

    /// What was written while `body` ran.
    func written<Value>(
        _ body: () async throws -> Value
    ) async throws -> (Value, Written) {
        let start = try await database.one("SELECT pg_current_wal_insert_lsn()::text") { row in
            try row.next(String.self)
        }
        let value = try await body()
        let end = try await database.one("SELECT pg_current_wal_flush_lsn()::text") { row in
            try row.next(String.self)
        }
        let hasMore = try await database.one(
            "SELECT \(start)::text::pg_lsn < \(end)::text::pg_lsn"
        ) { row in try row.next(Bool.self) }
        guard hasMore else { return (value, Written(commits: 0, messages: 0)) }
        let written = try await database.one(
            """
            SELECT count(*) FILTER (
                WHERE resource_manager = 'Transaction' AND record_type LIKE 'COMMIT%'),
                count(*) FILTER (WHERE resource_manager = 'LogicalMessage')
            FROM pg_get_wal_records_info(\(start)::text::pg_lsn, \(end)::text::pg_lsn)
            """
        ) { row in try Written(commits: row.next(), messages: row.next()) }
        return (value, written)
    }
}
