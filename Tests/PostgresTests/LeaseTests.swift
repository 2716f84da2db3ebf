import Postgres
import TestKit
import Testing

@Suite(.freshDatabase([]))
struct LeaseTests {
    /// Passes a client with one leased connection to `body`.
    private func withOne(
        wait: Duration,
        _ body: (Database) async throws -> Void
    ) async throws {
        let url = try #require(FreshDatabase.current).url
        let database = Database(
            url,
            options: .patient {
                $0.leasedMax = 1
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

    @Test func `a lease that waits too long fails, and nothing is changed`() async throws {
        try await withOne(wait: .milliseconds(50)) { database in
            // Connecting may take longer than the wait.
            try await eventually("it is connected") { (try? await database.process()) != nil }
            try await database.transaction { tx in
                let holder = try await tx.process()
                let error = await #expect(throws: PostgresError.self) {
                    try await database.process()
                }
                #expect(error?.knowledge == .unavailable)
                #expect(error?.sqlState == nil)
                #expect(try await tx.process() == holder)
            }
            _ = try await database.process()
        }
    }

    @Test func `a waiting task gets the connection when it is returned`() async throws {
        try await withOne(wait: .seconds(60)) { database in
            let processes = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        try await database.transaction { try await $0.process() }
                    }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(processes.count == 1)
        }
    }

    @Test func `a cancelled task stops waiting and takes no connection`() async throws {
        try await withOne(wait: .seconds(60)) { database in
            try await database.transaction { tx in
                _ = try await tx.process()
                let waiting = (0..<10).map { _ in
                    Task { try await database.process() }
                }
                for task in waiting { task.cancel() }
                for task in waiting {
                    await #expect(throws: CancellationError.self) { try await task.value }
                }
            }
            _ = try await database.process()
        }
    }

    @Test func `closing ends the waits`() async throws {
        let url = try #require(FreshDatabase.current).url
        let database = Database(
            url,
            options: .patient { $0.leasedMax = 1 },
            logger: TestServer.quiet
        )
        try await Backends.with { backends in
            let slow = try await backends.holding {
                let slow = Task {
                    try await database.all("SELECT pg_advisory_xact_lock_shared(7), 'slow'") { _ in
                    }
                }
                try await backends.running("%'slow'%")
                let waiting = Task { try await database.process() }
                let closing = Task { await database.close() }
                let error = await #expect(throws: PostgresError.self) { try await waiting.value }
                #expect(error?.knowledge == .unavailable)
                return (slow, closing)
            }
            // What was running could finish.
            _ = try await slow.0.value
            await slow.1.value
        }
    }

    @Test func `closing waits for the transaction under way`() async throws {
        let url = try #require(FreshDatabase.current).url
        let database = Database(
            url,
            options: .patient { $0.leasedMax = 2 },
            logger: TestServer.quiet
        )
        let gate = Gate()
        let ended = Count()
        let change = Task {
            try await database.transaction { tx in
                try await tx.run("CREATE TABLE kept (id int8)")
                await gate.pass()
                try await tx.run("INSERT INTO kept VALUES (7)")
                ended.add()
            }
        }
        try await eventually("the transaction has begun") { gate.arrivals == 1 }
        let closing = Task {
            await database.close()
            #expect(ended.value == 1)
        }
        // A cancelled task waits as well.
        closing.cancel()
        try await eventually("the client refuses new statements") {
            (try? await database.process()) == nil
        }
        gate.open()
        try await change.value
        await closing.value
        let ids = try await Database.fresh.all("SELECT id FROM kept") { try $0.next(Int.self) }
        #expect(ids == [7])
    }

    @Test func `closing does not wait forever`() async throws {
        let url = try #require(FreshDatabase.current).url
        let database = Database(
            url,
            options: .patient {
                $0.leasedMax = 1
                $0.closeWait = .milliseconds(50)
            },
            logger: TestServer.quiet
        )
        let error = await #expect(throws: PostgresError.self) {
            try await database.transaction { tx in
                try await tx.run("SELECT 1")
                await database.close()
                try await tx.run("SELECT 2")
            }
        }
        #expect(error?.knowledge == .unavailable)
    }

    @Test func `no more connections than allowed are opened`() async throws {
        let database = Database.fresh
        let processes = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 { group.addTask { try await database.process() } }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect((1...3).contains(processes.count))
    }
}
