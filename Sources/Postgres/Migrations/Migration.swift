/// One step of a schema's history: plain SQL, never edited once it has run anywhere.
///
/// Runs in its own transaction, together with the record that it ran. With `-- concurrently` as its
/// first line it runs outside any: its statements end with `;` at the end of a line, run one by
/// one, and must be repeatable (`DROP INDEX IF EXISTS` before `CREATE INDEX CONCURRENTLY`).
public struct Migration: Sendable {
    /// The file's name without its suffix.
    public let name: String
    /// The file's bytes.
    public let sql: [UInt8]
    /// The extension of PostgreSQL that the migration, and the service from then on, need.
    public let needs: String?

    /// Creates a migration from the bytes that `PackageResources` provides.
    public init(_ name: String, _ sql: [UInt8], needs: String? = nil) {
        self.name = name
        self.sql = sql
        self.needs = needs
    }

    var text: String { String(decoding: sql, as: UTF8.self) }

    var runsOutsideTransaction: Bool {
        text.split(separator: "\n", maxSplits: 1).first?.hasPrefix("-- concurrently") == true
    }

    /// The statements of a migration that runs outside a transaction.
    var statements: [String] {
        var statements: [String] = []
        var lines: [Substring] = []
        for line in text.split(separator: "\n") {
            lines.append(line)
            let isEnd = line.reversed().first { $0 != " " && $0 != "\r" } == ";"
            guard isEnd, !line.hasPrefix("--") else { continue }
            statements.append(lines.joined(separator: "\n"))
            lines = []
        }
        if lines.contains(where: { !$0.hasPrefix("--") }) {
            statements.append(lines.joined(separator: "\n"))
        }
        return statements
    }
}

extension Database {
    /// Applies the migrations that have not been applied yet, in order.
    ///
    /// One process at a time does so; others wait. Migrations that the database records but this
    /// list lacks are left alone: a newer release made them.
    ///
    /// - Throws: `PostgresError` when one fails, or was edited after it ran.
    public func migrate(_ migrations: [Migration]) async throws {
        var configuration = options.libpq(url, failures, timeout: .zero, isReadOnly: false)
        configuration.applicationName += " migrator"
        try await DedicatedThread.run { [configuration, logger] in
            try Migrator(LibPQConnection(configuration), schema: configuration.schema, logger)
                .apply(migrations)
        }
    }
}
