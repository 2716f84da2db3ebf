import Glibc
import Logging
import Values

/// Applies migrations over a dedicated connection, blocking its thread.
struct Migrator {
    /// How long a statement waits for a table that others use, before it gives way to them.
    private static let lockTimeout = "2s"
    private static let attemptsMax = 30
    /// Key of the advisory lock: "gauntlet" in ASCII.
    private static let lock: Int64 = 0x6761_756E_746C_6574

    private let libpq: LibPQConnection
    private let schema: String?
    private let logger: Logger

    init(_ libpq: LibPQConnection, schema: String?, _ logger: Logger) {
        self.libpq = libpq
        self.schema = schema
        self.logger = logger
    }

    func apply(_ migrations: [Migration]) throws {
        try takeLock()
        // The lock is released with the connection, whatever happens.
        if let schema, try !exists(schema) {
            try libpq.execute("CREATE SCHEMA IF NOT EXISTS \(libpq.quoted(schema))")
        }
        try libpq.execute(
            """
            CREATE TABLE IF NOT EXISTS migrations (
                name text CONSTRAINT migrations_pkey PRIMARY KEY,
                checksum text NOT NULL,
                applied_at timestamptz NOT NULL DEFAULT now()
            )
            """
        )
        var checksums: [String: String] = [:]
        let rows = try libpq.query("SELECT name, checksum FROM migrations").rows { row in
            let pair: (String, String) = try row.read()
            return pair
        }
        for (name, checksum) in rows { checksums[name] = checksum }
        for (migration, checksum) in zip(migrations, try self.checksums(of: migrations)) {
            guard let recorded = checksums[migration.name] else {
                try apply(migration, checksum)
                logger.info("migration applied", metadata: ["name": "\(migration.name)"])
                continue
            }
            guard recorded == checksum else {
                throw PostgresError(
                    message: "migration \(migration.name) was edited after it had been applied",
                    knowledge: .bug
                )
            }
        }
    }

    /// Polls instead of waiting in the server: a waiting statement holds a snapshot, and `CREATE
    /// INDEX CONCURRENTLY` of the lock's holder would wait for that.
    private func takeLock() throws {
        let key: SQL = """
            SELECT pg_try_advisory_lock(
                \(Self.lock) # hashtextextended(coalesce(current_schema(), ''), 0))
            """
        while try libpq.query(key).rows({ try $0.next(Bool.self) }) != [true] {
            usleep(50_000)
        }
    }

    private func exists(_ schema: String) throws -> Bool {
        try !libpq.query("SELECT 1 FROM pg_namespace WHERE nspname = \(schema)::name")
            .rows { _ in }.isEmpty
    }

    /// The checksums of migrations, in their order.
    private func checksums(of migrations: [Migration]) throws -> [String] {
        let checksums = try libpq.query(
            """
            SELECT encode(sha256(sql), 'hex')
            FROM unnest(\(migrations.map(\.sql))) WITH ORDINALITY AS migration(sql, number)
            ORDER BY number
            """
        ).rows { try $0.next(String.self) }
        guard checksums.count == migrations.count else {
            throw PostgresError(message: "checksums are missing", knowledge: .bug)
        }
        return checksums
    }

    private func apply(_ migration: Migration, _ checksum: String) throws {
        var backoff = Backoff(from: .milliseconds(50), to: .seconds(2))
        for attempt in 1... {
            do {
                if migration.runsOutsideTransaction {
                    return try runOutsideTransaction(migration, checksum)
                }
                return try runInTransaction(migration, checksum)
            } catch let error as PostgresError
                where attempt < Self.attemptsMax
                && (error.sqlState == "55P03" || error.isConflict)
            {
                backoff.grow()
                usleep(useconds_t(backoff.pause.milliseconds * 1_000))
            }
        }
    }

    private func runInTransaction(_ migration: Migration, _ checksum: String) throws {
        try libpq.execute("BEGIN; SET LOCAL lock_timeout = '\(Self.lockTimeout)'")
        do {
            try libpq.execute(migration.text)
            try record(migration, checksum)
            guard try libpq.query("COMMIT").tag == "COMMIT" else {
                throw PostgresError(
                    message: "migration \(migration.name) was rolled back",
                    knowledge: .bug
                )
            }
        } catch {
            try? libpq.execute("ROLLBACK")
            throw error
        }
    }

    private func runOutsideTransaction(_ migration: Migration, _ checksum: String) throws {
        try libpq.execute("SET lock_timeout = '\(Self.lockTimeout)'")
        for statement in migration.statements { try libpq.execute(statement) }
        try record(migration, checksum)
    }

    private func record(_ migration: Migration, _ checksum: String) throws {
        _ = try libpq.query(
            "INSERT INTO migrations (name, checksum) VALUES (\(migration.name), \(checksum))"
        )
    }
}
