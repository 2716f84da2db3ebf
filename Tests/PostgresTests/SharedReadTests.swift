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

    @Test func `a statement that does not parse tells all who ask it so`() async throws {
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

    @Test func `a statement that fails while it runs fails alone among many`() async throws {
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

    @Test func `a point read that takes too long fails, and the others go on`() async throws {
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

    @Test func `a point read that nobody waits for any more is dropped`() async throws {
        let database = Database.fresh
        try await Backends.with { backends in
            try await backends.holding {
                let read = Task {
                    try await database.one(
                        "SELECT pg_advisory_xact_lock_shared(7), 'dropped'",
                        .point
                    ) { _ in }
                }
                try await backends.running("%'dropped'%")
                read.cancel()
                await #expect(throws: CancellationError.self) { try await read.value }
                #expect(try await backends.count(running: "%'dropped'%") == 1)
            }
            #expect(try await square(4) == 16)
        }
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

    @Test func `a connection whose head is slow gets nothing new`() async throws {
        let database = Database.fresh
        try await Backends.with { backends in
            for _ in 0..<64 { _ = try await database.process(.point) }
            let slow = try await backends.holding {
                let slow = Task {
                    try await database.all(
                        "SELECT pg_advisory_xact_lock_shared(7), 'slow'",
                        .point
                    ) { _ in }
                }
                let stuck = try await backends.running("%'slow'%")
                for _ in 0..<20 { #expect(try await database.process(.point) != stuck) }
                return slow
            }
            _ = try await slow.value
        }
    }

    @Test func `a slow search does not stand before small reads`() async throws {
        let database = Database.fresh
        try await Backends.with { backends in
            let search = try await backends.holding {
                let search = Task {
                    try await database.all("SELECT pg_advisory_xact_lock_shared(7), 'search'") {
                        _ in
                    }
                }
                try await backends.running("%'search'%")
                for number in 0..<200 { #expect(try await square(number) == number * number) }
                #expect(try await backends.count(running: "%'search'%") == 1)
                return search
            }
            _ = try await search.value
        }
    }
}
