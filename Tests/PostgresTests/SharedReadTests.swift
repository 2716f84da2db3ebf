import Postgres
import TestKit
import Testing

@Suite(.freshDatabase([]))
struct SharedReadTests {
    private func square(_ number: Int) async throws -> Int {
        try await Database.fresh.one("SELECT \(number) * \(number)", .point) { try $0.next() }
    }

    @Test func `a statement that does not parse fails alone among many`() async throws {
        let database = Database.fresh
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask {
                    for round in 0..<10 {
                        let root = number + round
                        let found = try await square(root)
                        #expect(found == root * root)
                    }
                }
                guard number % 16 == 0 else { continue }
                group.addTask {
                    let error = await #expect(throws: PostgresError.self) {
                        try await database.one("SELEKT \(number)", .point) { _ in }
                    }
                    #expect(error?.sqlState == "42601")
                    #expect(error?.knowledge == .bug)
                    #expect(error?.statement == "SELEKT $1")
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a statement that does not parse fails for every caller`() async throws {
        let url = try #require(FreshDatabase.current).url
        let database = Database(
            url,
            options: .patient { $0.sharedMax = 1 },
            logger: TestServer.quiet
        )
        try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<64 {
                group.addTask {
                    do {
                        try await database.one("SELEKT \(number)", .point) { _ in }
                        return nil
                    } catch {
                        return (error as? PostgresError)?.sqlState
                    }
                }
            }
            for try await sqlState in group { #expect(sqlState == "42601") }
        }
        await database.close()
    }

    @Test func `a statement that fails at runtime fails alone among many`() async throws {
        let database = Database.fresh
        let divide = { @Sendable (number: Int) async throws -> Int in
            try await database.one("SELECT 100 / \(number)", .point) { try $0.next() }
        }
        _ = try await divide(1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<256 {
                group.addTask {
                    guard number % 5 == 0 else {
                        let quotient = try await divide(number)
                        #expect(quotient == 100 / number)
                        return
                    }
                    let error = await #expect(throws: PostgresError.self) {
                        try await divide(0)
                    }
                    #expect(error?.sqlState == "22012")
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a point read that times out fails, and the others continue`() async throws {
        let database = Database(
            try #require(FreshDatabase.current).url,
            options: .patient { $0.sharedStatementTimeout = .seconds(1) },
            logger: TestServer.quiet
        )
        let error = await #expect(throws: PostgresError.self) {
            try await database.one("SELECT pg_sleep(100)", .point) { _ in }
        }
        #expect(error?.sqlState == "57014")
        #expect(error?.knowledge == .unavailable)
        #expect(error?.isOverload == true)
        _ = try await database.process(.point)
        await database.close()
    }

    @Test(arguments: [Route.point, .leased])
    func `a read changes nothing`(route: Route) async throws {
        let database = Database.fresh
        try await database.transaction { try await $0.run("CREATE TABLE notes (text text)") }
        let error = await #expect(throws: PostgresError.self) {
            try await database.all("INSERT INTO notes VALUES ('a') RETURNING text", route) { _ in }
        }
        #expect(error?.sqlState == "25006")
        #expect(try await database.all("SELECT text FROM notes") { _ in }.isEmpty)
    }

    @Test func `a point read whose task was cancelled is dropped`() async throws {
        let database = try patientDatabase()
        try await Backends.with { backends in
            try await database.transaction { tx in
                try await tx.run("SELECT pg_advisory_xact_lock(8)")
                let read = Task {
                    let lock: SQL = "SELECT pg_advisory_xact_lock(8), 'dropped'"
                    _ = try await database.all(lock, .point) { _ in }
                }
                try await backends.running("%'dropped'%", waitsForLock: true)
                read.cancel()
                await #expect(throws: CancellationError.self) { try await read.value }
                // The server still runs it.
                let running = try await backends.count(running: "%'dropped'%")
                #expect(running == 1)
            }
            _ = try await database.process(.point)
        }
        await database.close()
    }

    @Test func `a cancelled task reads nothing`() async throws {
        let database = Database.fresh
        for route in [Route.point, .leased] {
            let read = Task {
                withUnsafeCurrentTask { unsafe $0?.cancel() }
                return try await database.process(route)
            }
            await #expect(throws: CancellationError.self) { try await read.value }
        }
    }

    /// A database with two shared connections, and a long time limit for statements.
    private func patientDatabase() throws -> Database {
        Database(
            try #require(FreshDatabase.current).url,
            options: .init(
                sharedMax: 2,
                leasedMax: 3,
                leaseWait: .seconds(120),
                silenceMax: .seconds(120),
                connectTimeout: .seconds(60),
                sharedStatementTimeout: .seconds(300),
                leasedStatementTimeout: .seconds(300)
            ),
            logger: TestServer.quiet
        )
    }

    /// Runs a read that ends no sooner than the body, however long that takes: it waits for a lock
    /// that is held meanwhile. The body gets a database with two shared connections, and the server
    /// process that the read occupies.
    private func whileReadIsSlow(
        _ route: Route,
        _ body: @Sendable (Database, _ occupied: Int) async throws -> Void
    ) async throws {
        let database = try patientDatabase()
        try await eventually("both connections are open") {
            async let one = database.process(.point)
            async let other = database.process(.point)
            return try await one != other
        }
        let ended = Count()
        try await Backends.with { backends in
            let slow = try await database.transaction { tx in
                try await tx.run("SELECT pg_advisory_xact_lock(7)")
                let slow = Task {
                    let read: SQL = "SELECT pg_advisory_xact_lock(7), 'slow'"
                    _ = try await database.all(read, route) { _ in }
                    ended.add()
                }
                let occupied = try await backends.running("%'slow'%", waitsForLock: true)
                // Longer than the 20 milliseconds after which a connection's head counts as stuck.
                try await tx.run("SELECT pg_sleep(0.05)")
                try await body(database, occupied)
                #expect(ended.value == 0)
                #expect(try await backends.count(running: "%'slow'%") == 1)
                return slow
            }
            // The end of the transaction has released it.
            try await slow.value
            #expect(ended.value == 1)
        }
        await database.close()
    }

    /// Runs many reads at once, and expects that none of them uses the given connection. Returns
    /// how many have finished.
    private func readMuch(of database: Database, besides occupied: Int) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    for _ in 0..<50 {
                        let process = try await database.process(.point)
                        #expect(process != occupied)
                    }
                    return 50
                }
            }
            return try await group.reduce(0, +)
        }
    }

    @Test func `reads beside a slow one all finish before it`() async throws {
        try await whileReadIsSlow(.point) { database, occupied in
            let count = try await readMuch(of: database, besides: occupied)
            #expect(count == 800)
        }
    }

    @Test func `a slow search does not block small reads`() async throws {
        try await whileReadIsSlow(.leased) { database, occupied in
            let count = try await readMuch(of: database, besides: occupied)
            #expect(count == 800)
        }
    }
}
