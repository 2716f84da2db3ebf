extension Database {
    /// Runs a statement with the plan that it has for all values, and says what that did. For tests
    /// only: they read the plan, and have no other way to a statement's text.
    ///
    /// - Returns: What `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)` says.
    /// - Throws: `PostgresError`, `CancellationError`.
    package func explained(_ sql: SQL) async throws -> String {
        let places = sql.binds.types.indices.map { "$\($0 + 1)" }
        let types = places.map { "pg_typeof(\($0))::text" }.joined(separator: ", ")
        let values = places.map { "quote_nullable(\($0)::text)" }.joined(separator: ", ")
        return try await transaction { tx in
            let given = try await tx.one(
                SQL(verbatim: "SELECT ARRAY[\(types)], ARRAY[\(values)]", binds: sql.binds)
            ) { row in
                try (types: row.next([String].self), values: row.next([String].self))
            }
            let types = given.types.joined(separator: ", ")
            let values = given.values.joined(separator: ", ")
            try await tx.run(SQL(verbatim: "PREPARE listed (\(types)) AS \(sql.text)"))
            let plan = try await tx.one(
                SQL(verbatim: "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE listed (\(values))")
            ) { row in
                try row.next(String.self)
            }
            try await tx.run("DEALLOCATE listed")
            return plan
        }
    }
}
