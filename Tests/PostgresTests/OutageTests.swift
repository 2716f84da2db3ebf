import Synchronization
import TestKit
import Testing

@testable import Postgres

/// A network outage begins and ends while a client keeps running.
@Suite(.freshDatabase([]))
struct OutageTests {
    @Test func `statements during an outage are unavailable, and work afterwards`() async throws {
        try await Proxy.with { proxy, url in
            let log = CapturedLog()
            let options = Database.Options.patient {
                $0.leasedMax = 4
                $0.silenceMax = .seconds(1)
            }
            let database = Database(url, options: options, logger: log.logger)
            try await askAll(of: database)
            proxy.way = .closed
            for _ in 0..<3 {
                for route in [Route.point, .leased] {
                    let error = await #expect(throws: PostgresError.self) {
                        try await database.process(route)
                    }
                    #expect(error?.knowledge == .unavailable)
                }
            }
            proxy.way = .open
            try await eventually("it answers again") {
                (try? await database.process(.point)) != nil
            }
            // Later ones wait at most for a pause and an attempt.
            try await eventually("every connection works") {
                (try? await askAll(of: database)) != nil
            }
            await database.close()
            // From an attempt while other connections were not lost yet.
            let more = "The database refuses another connection."
            let lines = log.messages.filter { $0 != more }
            #expect(lines.count { $0 == "The database cannot be reached." } == 1, "\(lines)")
            #expect(lines.count { $0 == "The database is reachable again." } == 1, "\(lines)")
            #expect(lines.count { $0 == "A connection to the database was lost." } == 1)
            #expect(lines.count == 3, "\(lines)")
        }
    }

    /// Uses every connection.
    private func askAll(of database: Database) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    _ = try await database.transaction { tx in
                        try await tx.run("SELECT pg_sleep(0.01)")
                    }
                }
                group.addTask { _ = try await database.process(.point) }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a server that does not answer is given up, waiting statements fail first`()
        async throws
    {
        try await Proxy.with { proxy, url in
            let database = Database(
                url,
                options: .init(
                    sharedMax: 1,
                    leaseWait: .milliseconds(200),
                    silenceMax: .seconds(60),
                    sharedStatementTimeout: .seconds(3)
                ),
                logger: TestServer.quiet
            )
            // A busy machine may need longer than the wait allows.
            try await eventually("it answers") {
                (try? await database.process(.point)) != nil
            }
            let order = Order()
            proxy.way = .frozen
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    let error = await #expect(throws: PostgresError.self) {
                        try await database.process(.point)
                    }
                    #expect(error?.knowledge == .unavailable)
                    #expect(error?.isOverload == false)
                    order.add("first")
                }
                try? await eventually("the first is under way") { proxy.isHolding }
                group.addTask {
                    let error = await #expect(throws: PostgresError.self) {
                        try await database.process(.point)
                    }
                    #expect(error?.knowledge == .unavailable)
                    #expect(error?.isOverload == true)
                    order.add("second")
                }
            }
            #expect(order.names == ["second", "first"])
            proxy.way = .open
            try await eventually("it answers again") {
                (try? await database.process(.point)) != nil
            }
            await database.close()
        }
    }

    @Test func `reads beyond the limit of waiting ones are refused at once`() async throws {
        try await Proxy.with { proxy, url in
            let database = Database(
                url,
                options: .init(
                    sharedMax: 1,
                    leaseWait: .seconds(60),
                    silenceMax: .seconds(60),
                    sharedStatementTimeout: .milliseconds(100)
                ),
                logger: TestServer.quiet
            )
            try await eventually("it answers") {
                (try? await database.process(.point)) != nil
            }
            proxy.way = .frozen
            let messages = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<(SharedConnections.outstandingMax + 200) {
                    group.addTask {
                        do {
                            _ = try await database.process(.point)
                            return nil
                        } catch {
                            return (error as? PostgresError)?.message
                        }
                    }
                }
                // The first refusal arrives while the others still wait.
                let first = await group.next() ?? nil
                proxy.way = .open
                var rest = [first]
                for await message in group { rest.append(message) }
                return rest
            }
            #expect(messages.first == "too many reads are waiting")
            await database.close()
        }
    }
}

/// Records which task was refused first.
private final class Order: Sendable {
    private let state = Mutex<[String]>([])

    var names: [String] { state.withLock { $0 } }

    func add(_ name: String) {
        state.withLock { $0.append(name) }
    }
}
