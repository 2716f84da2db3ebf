package import Logging

/// A server on which test databases are created from migrations, and dropped.
///
/// Migrating takes time, copying does not: the migrations run once, in a template that is named by
/// their contents and is kept; every database is a copy of it.
package struct TemplateServer: Sendable {
    private let configuration: LibPQConnection.Configuration
    private let logger: Logger

    /// - Parameters:
    ///   - url: Names an existing database, and a role that may create others.
    ///   - logger: Receives a line for each applied migration.
    package init(_ url: String, logger: Logger) {
        configuration = Database.Options(applicationName: "templates", connectTimeout: .seconds(30))
            .libpq(url, timeout: .zero, isReadOnly: false)
        self.logger = logger
    }

    /// Creates a database with the migrations applied.
    ///
    /// - Parameters:
    ///   - name: The name of the database.
    ///   - migrations: The migrations.
    ///   - options: Further clauses of `CREATE DATABASE`, such as a locale.
    /// - Throws: `PostgresError`.
    package func make(
        _ name: String,
        _ migrations: [Migration],
        options: String = ""
    ) async throws {
        try await DedicatedThread.run { [self] in
            let libpq = try LibPQConnection(configuration)
            let digest = try digest(of: migrations, options, libpq)
            let template = "template_" + digest.prefix(32)
            // Two processes must not make the same template, and the server refuses to copy one
            // that is in use. The lock is released with the connection.
            _ = try libpq.query("SELECT pg_advisory_lock(hashtextextended(\(template), 0))")
            if try !exists(template, libpq) {
                try makeTemplate(template, migrations, options, libpq)
            }
            try libpq.execute(
                "CREATE DATABASE \(libpq.quoted(name)) TEMPLATE \(libpq.quoted(template))"
            )
        }
    }

    /// Drops a database, and closes every connection to it.
    package func drop(_ name: String) async throws {
        try await DedicatedThread.run { [configuration] in
            let libpq = try LibPQConnection(configuration)
            try libpq.execute("DROP DATABASE IF EXISTS \(libpq.quoted(name)) WITH (FORCE)")
        }
    }

    /// Creates the template; it gets its name only when it is complete.
    private func makeTemplate(
        _ name: String,
        _ migrations: [Migration],
        _ options: String,
        _ libpq: LibPQConnection
    ) throws {
        let draft = libpq.quoted(name + "_draft")
        try libpq.execute("DROP DATABASE IF EXISTS \(draft) WITH (FORCE)")
        try libpq.execute("CREATE DATABASE \(draft) \(options)")
        var inside = configuration
        inside.database = name + "_draft"
        do {
            let libpq = try LibPQConnection(inside)
            // Extensions are the operator's to create (`deploy/postgres/init.sql`).
            try libpq.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
            try Migrator(libpq, schema: nil, logger).apply(migrations)
        }
        try libpq.execute("ALTER DATABASE \(draft) RENAME TO \(libpq.quoted(name))")
    }

    private func exists(_ name: String, _ libpq: LibPQConnection) throws -> Bool {
        try !libpq.query("SELECT 1 FROM pg_database WHERE datname = \(name)::name").rows { _ in }
            .isEmpty
    }

    private func digest(
        of migrations: [Migration],
        _ options: String,
        _ libpq: LibPQConnection
    ) throws -> String {
        var bytes = Array(options.utf8)
        for migration in migrations {
            bytes += Array(migration.name.utf8) + [0] + migration.sql + [0]
        }
        let rows = try libpq.query("SELECT encode(sha256(\(bytes)), 'hex')").rows {
            try $0.next(String.self)
        }
        return rows.first ?? ""
    }
}
