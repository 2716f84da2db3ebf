import Postgres
import TestKit
import Testing

@Suite(.freshDatabase([]))
struct MigratorTests {
    private let first = Migration("m01_a", Array("CREATE TABLE a (id int8);".utf8))
    private let second = Migration(
        "m02_b",
        Array("INSERT INTO a VALUES (1); CREATE TABLE b AS SELECT id FROM a;".utf8)
    )

    private func applied() async throws -> [String] {
        try await Database.fresh.all("SELECT name FROM migrations ORDER BY applied_at, name") {
            try $0.next()
        }
    }

    private func rows() async throws -> Int {
        try await Database.fresh.one("SELECT count(*) FROM a") { try $0.next() }
    }

    @Test func `each migration is applied once, in order`() async throws {
        let database = Database.fresh
        try await database.migrate([first])
        #expect(try await applied() == ["m01_a"])
        try await database.migrate([first, second])
        try await database.migrate([first, second])
        #expect(try await applied() == ["m01_a", "m02_b"])
        #expect(try await rows() == 1)
    }

    @Test func `a migration that was edited is refused, and nothing more is applied`() async throws
    {
        let database = Database.fresh
        try await database.migrate([first])
        let edited = Migration("m01_a", Array("CREATE TABLE a (id int4);".utf8))
        let error = await #expect(throws: PostgresError.self) {
            try await database.migrate([edited, second])
        }
        #expect(error?.knowledge == .bug)
        #expect(error?.message.contains("m01_a") == true)
        #expect(try await applied() == ["m01_a"])
    }

    @Test func `migrations newer than the list are left alone`() async throws {
        let database = Database.fresh
        try await database.migrate([first, second])
        try await database.migrate([first])
        #expect(try await applied() == ["m01_a", "m02_b"])
    }

    @Test func `concurrent migrators apply each migration once`() async throws {
        let database = Database.fresh
        let migrations = [first, second]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { try await database.migrate(migrations) } }
            try await group.waitForAll()
        }
        #expect(try await applied() == ["m01_a", "m02_b"])
        #expect(try await rows() == 1)
    }

    @Test func `a failed migration has no effect, earlier ones stay applied`() async throws {
        let database = Database.fresh
        let broken = Migration("m02_c", Array("CREATE TABLE c (id int8); SELECT 1 / 0;".utf8))
        let error = await #expect(throws: PostgresError.self) {
            try await database.migrate([first, broken])
        }
        #expect(error?.sqlState == "22012")
        #expect(try await applied() == ["m01_a"])
        let isThere = try await database.one("SELECT to_regclass('c') IS NOT NULL") {
            try $0.next(Bool.self)
        }
        #expect(isThere == false)
    }

    @Test func `a concurrent migration runs outside a transaction, statement by statement`()
        async throws
    {
        let database = Database.fresh
        let index = Migration(
            "m02_index",
            Array(
                """
                -- concurrently
                DROP INDEX CONCURRENTLY IF EXISTS a_id;
                CREATE INDEX CONCURRENTLY a_id
                    ON a (id);
                -- The end.
                """.utf8
            )
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { try await database.migrate([first, index]) } }
            try await group.waitForAll()
        }
        #expect(try await applied() == ["m01_a", "m02_index"])
        let isValid = try await database.one(
            "SELECT indisvalid FROM pg_index WHERE indexrelid = 'a_id'::regclass"
        ) { try $0.next(Bool.self) }
        #expect(isValid)
    }

    @Test func `a concurrent migration that failed halfway is repeated as a whole`() async throws {
        let database = Database.fresh
        let index = Migration(
            "m02_index",
            Array(
                """
                -- concurrently
                DROP INDEX CONCURRENTLY IF EXISTS a_id;
                CREATE UNIQUE INDEX CONCURRENTLY a_id ON a (id);
                """.utf8
            )
        )
        try await database.migrate([first])
        try await database.transaction { try await $0.run("INSERT INTO a VALUES (1), (1)") }
        let error = await #expect(throws: PostgresError.self) {
            try await database.migrate([first, index])
        }
        #expect(error?.sqlState == "23505")
        #expect(try await applied() == ["m01_a"])
        // It left an invalid index.
        #expect(try await isValid() == false)
        try await database.transaction { try await $0.run("DELETE FROM a") }
        try await database.migrate([first, index])
        #expect(try await applied() == ["m01_a", "m02_index"])
        #expect(try await isValid())
    }

    /// Whether the index `a_id` is valid.
    private func isValid() async throws -> Bool {
        try await Database.fresh.one(
            "SELECT indisvalid FROM pg_index WHERE indexrelid = 'a_id'::regclass"
        ) { try $0.next() }
    }

    @Test(arguments: [
        "ALTER TABLE a ADD COLUMN a_d int8;",
        """
        -- concurrently
        DROP INDEX CONCURRENTLY IF EXISTS a_d;
        CREATE INDEX CONCURRENTLY a_d ON a (id);
        """,
    ])
    func `a migration waits for a table that is in use, and lets others pass`(
        sql: String
    )
        async throws
    {
        let database = Database.fresh
        try await database.migrate([first])
        let change = Migration("m02_d", Array(sql.utf8))
        try await Backends.with { backends in
            let migrating = try await database.transaction { tx in
                try await tx.run("INSERT INTO a VALUES (1)")
                let migrating = Task { try await database.migrate([first, change]) }
                try await backends.running("%a\\_d%", waitsForLock: true)
                // It waits for the table for two seconds, then gives up its place in the queue.
                try await backends.gone("%a\\_d%")
                let inserted = try await tx.run("INSERT INTO a VALUES (2)")
                #expect(inserted == 1)
                return migrating
            }
            try await migrating.value
        }
        #expect(try await applied() == ["m01_a", "m02_d"])
    }

    @Test func `the tables are in the configured schema`() async throws {
        let url = try #require(FreshDatabase.current).url
        let database = Database(
            url,
            options: .patient {
                $0.leasedMax = 1
                $0.schema = "own \"schema\""
            },
            logger: TestServer.quiet
        )
        try await database.migrate([first, second])
        let schemas = try await database.all(
            "SELECT DISTINCT schemaname FROM pg_tables WHERE tablename IN ('a', 'b')"
        ) { try $0.next(String.self) }
        #expect(schemas == ["own \"schema\""])
        #expect(
            try await database.one("SELECT count(*) FROM b", .point) { try $0.next(Int.self) } == 1
        )
        await database.close()
    }
}
