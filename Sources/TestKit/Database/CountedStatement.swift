public import Postgres
import TestBasics

/// A statement with its counters from `pg_stat_statements`.
public struct CountedStatement: Sendable, CustomStringConvertible {
    /// The settings of `PrivateServer.with` under which statements are counted. Autovacuum is off
    /// because a vacuum in between would make the server plan again.
    public static let settings = ["shared_preload_libraries=pg_stat_statements", "autovacuum=off"]

    public let text: String
    public let calls: Int
    /// The number of rows found or changed.
    public let rows: Int
    /// The number of accesses to blocks of tables and indexes.
    public let blocks: Int

    public var description: String { "\(blocks) blocks, \(rows) rows, \(calls) calls: \(text)" }
}

extension Database {
    /// Resets the server's counters. The first call also discards its plans.
    public func countStatements() async throws {
        try await transaction { tx in
            try await tx.run("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
        }
        _ = try await all("SELECT pg_stat_statements_reset()") { _ in }
    }

    /// The statements that read, changed or deleted rows of tables, or called functions, whose
    /// names begin with these words. Statements that count all rows are left out.
    public func countedStatements(of tables: [String]) async throws -> [CountedStatement] {
        try await all(
            """
            SELECT query, calls, rows, shared_blks_hit + shared_blks_read FROM pg_stat_statements
            WHERE query ~ ('(FROM|UPDATE) (' || array_to_string(\(tables), '|') || ')')
            AND query NOT LIKE '%count(*)%'
            """
        ) { row in
            try CountedStatement(
                text: row.next(),
                calls: row.next(),
                rows: row.next(),
                blocks: row.next()
            )
        }
    }
}
