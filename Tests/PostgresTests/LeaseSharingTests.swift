import TestKit
import Testing

@testable import Postgres

/// Background work, lists and calls at one client with eight leased connections.
@Suite(.freshDatabase([])) struct LeaseSharingTests {
    private func withEight(
        wait: Duration = .seconds(60),
        _ body: (Database) async throws -> Void
    ) async throws {
        let database = Database(
            try #require(FreshDatabase.current).url,
            options: .patient {
                $0.leasedMax = 8
                $0.leaseWait = wait
            },
            logger: TestServer.quiet
        )
        do {
            try await body(database)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    /// A transaction that waits at a gate.
    private func call(_ database: Database, at gate: Gate) -> Task<Void, any Error> {
        Task {
            try await database.transaction { tx in
                _ = try await tx.process()
                await gate.pass()
            }
        }
    }

    /// A read that waits until `Backends.holding` ends.
    private func list(_ database: Database) -> Task<Void, any Error> {
        Task {
            _ = try await database.all("SELECT pg_advisory_xact_lock_shared(7), 'list'") { _ in }
        }
    }

    @Test func `while calls and lists have all others, background work leases at once`()
        async throws
    {
        try await withEight { database in
            let gate = Gate()
            let calls = (0..<20).map { _ in call(database, at: gate) }
            try await eventually("six calls have a connection") { gate.arrivals == 6 }
            try await database.inBackground {
                // Both of its connections at once.
                try await database.transaction { tx in
                    let first = try await tx.process()
                    let second = try await database.process()
                    #expect(first != second)
                }
            }
            #expect(gate.arrivals == 6)
            gate.open()
            for call in calls { try await call.value }
        }
    }

    @Test func `lists use at most half of the others, and calls the rest`() async throws {
        try await withEight { database in
            try await Backends.with { backends in
                let lists = try await backends.holding {
                    let lists = (0..<10).map { _ in list(database) }
                    try await eventually("three lists are read") {
                        try await backends.count(running: "%'list'%") == 3
                    }
                    // Those that wait keep no call waiting.
                    let gate = Gate()
                    let calls = (0..<3).map { _ in call(database, at: gate) }
                    try await eventually("three calls have a connection") { gate.arrivals == 3 }
                    #expect(try await backends.count(running: "%'list'%") == 3)
                    #expect(database.pool.usage.leased == 6)
                    gate.open()
                    for call in calls { try await call.value }
                    #expect(try await backends.count(running: "%'list'%") == 3)
                    return lists
                }
                for list in lists { try await list.value }
            }
        }
    }

    @Test func `a list that waits too long is refused as overload`() async throws {
        try await withEight(wait: .milliseconds(100)) { database in
            // Connecting may take longer than the wait.
            try await eventually("four connections are open") {
                await withTaskGroup { group in
                    for _ in 0..<8 { group.addTask { try? await database.run("SELECT 1") } }
                }
                return database.pool.openCount >= 4
            }
            try await Backends.with { backends in
                let lists = try await backends.holding {
                    let lists = (0..<3).map { _ in list(database) }
                    try await eventually("three lists are read") {
                        try await backends.count(running: "%'list'%") == 3
                    }
                    let error = await #expect(throws: PostgresError.self) {
                        try await list(database).value
                    }
                    #expect(error?.isOverload == true)
                    return lists
                }
                for list in lists { try await list.value }
            }
        }
    }

    @Test func `a read of a call that writes is no list`() async throws {
        try await withEight { database in
            try await Backends.with { backends in
                let lists = try await backends.holding {
                    let lists = (0..<10).map { _ in list(database) }
                    try await eventually("three lists are read") {
                        try await backends.count(running: "%'list'%") == 3
                    }
                    try await database.durably {
                        _ = try await database.process()
                        try await database.run("CREATE TABLE written (id int8)")
                    }
                    return lists
                }
                for list in lists { try await list.value }
            }
        }
    }

    @Test func `a cancelled list lets the next one have its place`() async throws {
        try await withEight { database in
            try await Backends.with { backends in
                let lists = try await backends.holding {
                    let lists = (0..<3).map { _ in list(database) }
                    try await eventually("three lists are read") {
                        try await backends.count(running: "%'list'%") == 3
                    }
                    let cancelled = list(database)
                    cancelled.cancel()
                    await #expect(throws: CancellationError.self) { try await cancelled.value }
                    lists[0].cancel()
                    let next = list(database)
                    await #expect(throws: CancellationError.self) { try await lists[0].value }
                    try await eventually("three lists are read again") {
                        try await backends.count(running: "%'list'%") == 3
                    }
                    return [lists[1], lists[2], next]
                }
                for list in lists { try await list.value }
            }
        }
    }

    @Test func `work in the background ends with its task, and is of one database`()
        async throws
    {
        let database = Database.fresh
        #expect(!database.isInBackground)
        try await withEight { other in
            await database.inBackground {
                #expect(database.isInBackground)
                #expect(!other.isInBackground)
                await other.inBackground { #expect(other.isInBackground) }
                #expect(database.isInBackground)
            }
        }
        #expect(!database.isInBackground)
    }
}
