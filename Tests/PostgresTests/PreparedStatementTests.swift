import Postgres
import TestKit
import Testing

@Suite(
    .freshDatabase([
        Migration("m01_things", Array("CREATE TABLE things (id int8 PRIMARY KEY, a text);".utf8))
    ])
)
struct PreparedStatementTests {
    private func columns(_ reader: some Reader, _ route: Route = .leased) async throws -> String? {
        try await reader.first("SELECT * FROM things", route) { row in
            _ = try row.next(Int.self)
            return try row.next(String?.self) ?? ""
        } ?? nil
    }

    /// Makes the prepared `SELECT *` stale.
    private func change() async throws {
        try await Database.fresh.transaction { tx in
            try await tx.run("ALTER TABLE things ALTER COLUMN a TYPE varchar(20)")
        }
    }

    @Test(arguments: [Route.point, .leased])
    func `a read whose table was changed is prepared again`(route: Route) async throws {
        let database = Database.fresh
        try await database.transaction { try await $0.run("INSERT INTO things VALUES (1, 'old')") }
        for _ in 0..<4 { #expect(try await columns(database, route) == "old") }
        try await database.transaction { tx in
            try await tx.run("ALTER TABLE things ALTER COLUMN a TYPE varchar(20)")
        }
        for _ in 0..<4 { #expect(try await columns(database, route) == "old") }
    }

    @Test func `a statement is planned once, however long its lists are`() async throws {
        let plans = try await Database.fresh.transaction { tx in
            for count in 1...8 {
                _ = try await tx.all("SELECT id FROM things WHERE id = ANY(\(Array(0..<count)))") {
                    try $0.next(Int.self)
                }
            }
            return try await tx.all(
                """
                SELECT generic_plans, custom_plans FROM pg_prepared_statements
                WHERE statement LIKE 'SELECT id FROM things%'
                """
            ) { try [$0.next(Int.self), $0.next(Int.self)] }
        }
        #expect(plans == [[8, 0]])
    }

    @Test func `many reads whose table was changed are all answered`() async throws {
        let database = Database.fresh
        try await database.transaction { try await $0.run("INSERT INTO things VALUES (1, 'old')") }
        for number in 0..<4 {
            try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<64 { group.addTask { try await columns(database, .point) } }
                for try await text in group { #expect(text == "old") }
            }
            try await database.transaction { tx in
                if number % 2 == 0 {
                    try await tx.run("ALTER TABLE things ALTER COLUMN a TYPE varchar(20)")
                } else {
                    try await tx.run("ALTER TABLE things ALTER COLUMN a TYPE text")
                }
            }
        }
    }

    @Test func `a transaction whose statement went stale is retried`() async throws {
        let database = Database.fresh
        try await database.transaction { try await $0.run("INSERT INTO things VALUES (1, 'old')") }
        let text = try await database.transaction { try await columns($0) }
        #expect(text == "old")
        try await change()
        let attempts = Count()
        let again = try await database.transaction { tx in
            attempts.add()
            return try await columns(tx)
        }
        #expect(again == "old")
        #expect(attempts.value == 2)
    }

    @Test(arguments: [Route.point, .leased])
    func `a statement that the server forgot is prepared again`(route: Route) async throws {
        let database = Database.fresh
        #expect(try await columns(database, route) == nil)
        let process = try await database.process(route)
        let count = try await database.one(
            "SELECT count(*), pg_backend_pid() FROM pg_prepared_statements",
            route
        ) { try $0.read() as (Int, Int) }
        #expect(count.0 >= 2)
        #expect(count.1 == process)
        _ = try await database.all("DEALLOCATE ALL", route) { _ in }
        #expect(try await columns(database, route) == nil)
        #expect(try await database.process(route) == process)
    }

    @Test func `prepared statements stay below their limit`() async throws {
        let url = try #require(FreshDatabase.current).url
        let database = Database(
            url,
            options: .patient {
                $0.sharedMax = 1
                $0.leasedMax = 1
                $0.statementsMax = 3
            },
            logger: TestServer.quiet
        )
        let count: SQL = "SELECT count(*) FROM pg_prepared_statements"
        for _ in 0..<3 {
            for route in [Route.point, .leased] {
                #expect(try await database.one("SELECT 1", route) { try $0.next(Int.self) } == 1)
                #expect(try await database.one("SELECT 2", route) { try $0.next(Int.self) } == 2)
                #expect(try await database.one("SELECT 3", route) { try $0.next(Int.self) } == 3)
                #expect(try await database.one("SELECT 4", route) { try $0.next(Int.self) } == 4)
                #expect(try await database.one(count, route) { try $0.next(Int.self) } == 3)
            }
        }
        await database.close()
    }
}
