package import Logging

/// A server on which whole databases are made from migrations, and dropped. For tests.
///
/// Migrating takes time, copying does not: the migrations run once, in a template that is named
/// by their contents and stays; every database is a copy of it.
package struct TemplateServer: Sendable {
    private let plan: Link.Plan
    private let logger: Logger

    /// - Parameters:
    ///   - url: Names a database that exists, and a role that may create others.
    ///   - logger: Hears of applied migrations.
    package init(_ url: String, logger: Logger) {
        plan = Database.Options(applicationName: "templates", connectTimeout: .seconds(30))
            .link(url, timeout: .zero, isReadOnly: false)
        self.logger = logger
    }

    /// Makes a database in which the migrations were applied.
    package func make(_ name: String, _ migrations: [Migration]) async throws {
        try await OwnThread.run { [self] in
            let link = try Link(plan)
            let template = "template_" + (try digest(of: migrations, link).prefix(32))
            // Two must not make the same template, and the server refuses to copy one that is in
            // use. The lock falls with the connection.
            _ = try link.query("SELECT pg_advisory_lock(hashtextextended(\(template), 0))")
            if try !exists(template, link) { try makeTemplate(template, migrations, link) }
            try link.execute(
                "CREATE DATABASE \(link.quoted(name)) TEMPLATE \(link.quoted(template))"
            )
        }
    }

    /// Drops a database, and ends every connection to it.
    package func drop(_ name: String) async throws {
        try await OwnThread.run { [plan] in
            let link = try Link(plan)
            try link.execute("DROP DATABASE IF EXISTS \(link.quoted(name)) WITH (FORCE)")
        }
    }

    /// The template has its name only when it is whole.
    private func makeTemplate(_ name: String, _ migrations: [Migration], _ link: Link) throws {
        let draft = link.quoted(name + "_draft")
        try link.execute("DROP DATABASE IF EXISTS \(draft) WITH (FORCE)")
        try link.execute("CREATE DATABASE \(draft)")
        var inside = plan
        inside.database = name + "_draft"
        do {
            let link = try Link(inside)
            // Extensions are the operator's to make (`deploy/postgres/init.sql`).
            try link.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
            try Migrator(link, schema: nil, logger).apply(migrations)
        }
        try link.execute("ALTER DATABASE \(draft) RENAME TO \(link.quoted(name))")
    }

    private func exists(_ name: String, _ link: Link) throws -> Bool {
        try !link.query("SELECT 1 FROM pg_database WHERE datname = \(name)::name").rows { _ in }
            .isEmpty
    }

    private func digest(of migrations: [Migration], _ link: Link) throws -> String {
        var bytes: [UInt8] = []
        for migration in migrations {
            bytes += Array(migration.name.utf8) + [0] + migration.sql + [0]
        }
        let rows = try link.query("SELECT encode(sha256(\(bytes)), 'hex')").rows {
            try $0.next(String.self)
        }
        return rows.first ?? ""
    }
}
