import CLibPQ

/// Whether services can work with a server, a database and a role.
public struct Fitness: Hashable, Sendable {
    /// Why no service can work with it, and what to do, in one line that follows the name of a
    /// setting.
    public var problem: String?
    /// What the operator should know otherwise.
    public var warning: String?
}

extension Database {
    /// Checks the server's version, the database's encoding, and the role's rights.
    ///
    /// - Parameter extensions: Those that the service needs.
    /// - Returns: The first problem, and a warning.
    /// - Throws: `PostgresError` (unavailable) if that cannot be determined at present.
    public func fitness(extensions: [String] = []) async throws -> Fitness {
        let configuration = options.libpq(url, failures, timeout: .zero, isReadOnly: true)
        return try await DedicatedThread.run {
            let libpq = try LibPQConnection(untouched: configuration)
            // An old server may not know the settings and functions that follow.
            if let problem = ServerFacts.problem(ofVersion: libpq.version) {
                return Fitness(problem: problem)
            }
            try libpq.apply(configuration)
            let facts = try libpq.facts(extensions)
            return Fitness(problem: facts.problem, warning: facts.warning)
        }
    }
}

extension LibPQConnection {
    /// The server's major version.
    fileprivate var version: Int { unsafe Int(PQserverVersion(connection)) / 10_000 }

    fileprivate func facts(_ extensions: [String]) throws -> ServerFacts {
        let answer = try query(
            """
            SELECT current_setting('server_encoding'), current_user::text, current_schema()::text,
                coalesce(has_schema_privilege(current_schema(), 'CREATE'), false),
                (SELECT relname::text FROM pg_class
                JOIN pg_namespace ON pg_namespace.oid = relnamespace
                WHERE nspname = current_schema() AND relkind IN ('r', 'p')
                AND NOT (has_table_privilege(pg_class.oid, 'SELECT')
                    AND has_table_privilege(pg_class.oid, 'INSERT')
                    AND has_table_privilege(pg_class.oid, 'UPDATE')
                    AND has_table_privilege(pg_class.oid, 'DELETE'))
                ORDER BY relname LIMIT 1),
                (SELECT name FROM unnest(\(extensions)) AS needed (name)
                WHERE NOT EXISTS (
                    SELECT FROM pg_extension
                    JOIN pg_namespace ON pg_namespace.oid = extnamespace
                    WHERE extname = name AND nspname = ANY (current_schemas(false)))
                LIMIT 1)
            """
        )
        let version = version
        let facts = try answer.rows { row in
            ServerFacts(
                version: version,
                encoding: try row.next(),
                role: try row.next(),
                schema: try row.next(),
                mayCreate: try row.next(),
                closedTable: try row.next(),
                missingExtension: try row.next()
            )
        }
        guard let first = facts.first else { throw PostgresError.unavailable("no answer") }
        return first
    }
}
