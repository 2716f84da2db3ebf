public import Postgres
import TestBasics

/// A statement as a server with `pg_stat_statements` counted it.
public struct CountedStatement: Sendable, CustomStringConvertible {
    /// What `PrivateServer.with` must be told, so that statements are counted; a vacuum in between
    /// would have the server plan anew.
    public static let settings = ["shared_preload_libraries=pg_stat_statements", "autovacuum=off"]

    public let text: String
    public let calls: Int
    /// How many rows were found, or changed.
    public let rows: Int
    /// How often a block of a table or an index was touched.
    public let blocks: Int

    public var description: String { "\(blocks) blocks, \(rows) rows, \(calls) calls: \(text)" }
}

extension Database {
    /// Has the server count its statements from here on. The first time it forgets its plans.
    public func countStatements() async throws {
        try await transaction { tx in
            try await tx.run("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
        }
        _ = try await all("SELECT pg_stat_statements_reset()") { _ in }
    }

    /// What read, changed or removed something of tables, or by functions, whose names begin so.
    /// Left out are those that count all rows.
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
