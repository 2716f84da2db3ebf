import MetricsTestKit
import TestKit
import Testing

@testable import Postgres

/// When the database counts as unavailable, and what happens to statements meanwhile.
@Suite(.freshDatabase([]))
struct AwayTests {
    private func with(
        _ url: String,
        _ change: (inout Database.Options) -> Void = { _ in },
        log: CapturedLog = CapturedLog(),
        metrics: TestMetrics = TestMetrics(),
        _ body: (Database) async throws -> Void
    ) async throws {
        let options = Database.Options.patient { options in
            options.silenceMax = .seconds(1)
            change(&options)
        }
        let database = Database(url, options: options, logger: log.logger, metrics: metrics)
        do {
            try await body(database)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    private func ask(_ database: Database) async throws {
        _ = try await database.process(.point)
        _ = try await database.transaction { try await $0.process() }
    }

    @Test(arguments: [Proxy.Way.closed, .frozen])
    func `an unavailable database refuses at once, until it answers`(way: Proxy.Way) async throws {
        try await Proxy.with { proxy, url in
            let log = CapturedLog()
            try await with(url, log: log) { database in
                try await ask(database)
                proxy.way = way
                try await eventually("it is unavailable") {
                    // The first may use a connection that has just been lost.
                    let error = await #expect(throws: PostgresError.self) {
                        try await database.process(.point)
                    }
                    #expect(error?.knowledge == .unavailable)
                    return database.availability.isAway
                }
                var times: [Duration] = []
                for turn in 0..<20 {
                    let start = ContinuousClock.now
                    let error = await #expect(throws: PostgresError.self) {
                        if turn.isMultiple(of: 2) {
                            _ = try await database.process(.point)
                        } else {
                            try await database.transaction { try await $0.run("SELECT 1") }
                        }
                    }
                    times.append(ContinuousClock.now - start)
                    #expect(error?.message == PostgresError.away.message)
                    #expect(error?.isOverload == true)
                    #expect(error?.knowledge == .unavailable)
                }
                // The machine may be busy at times.
                #expect(times.sorted()[10] < .milliseconds(50), "\(times)")
                proxy.way = .open
                // No statement is sent meanwhile.
                try await eventually("it has answered") { !database.availability.isAway }
                try await eventually("it works as before") { (try? await ask(database)) != nil }
            }
            let others = [
                "A connection to the database was lost.",
                "The database refuses another connection.",
            ]
            let said = log.messages.filter { !others.contains($0) }
            #expect(said.count == 2, "\(said)")
            #expect(said.last == "The database is reachable again.")
        }
    }

    @Test func `waiting tasks fail when the database becomes unavailable`() async throws {
        try await Proxy.with { proxy, url in
            try await with(url, { $0.leasedMax = 1 }) { database in
                try await ask(database)
                proxy.way = .frozen
                let reads = (0..<8).map { _ in Task { try await database.process(.point) } }
                try await eventually("they are under way") { proxy.isHolding }
                let start = ContinuousClock.now
                for read in reads {
                    let error = await #expect(throws: PostgresError.self) { try await read.value }
                    #expect(error?.message == PostgresError.away.message)
                }
                // Their statements have a time limit of a minute.
                #expect(ContinuousClock.now - start < .seconds(50))
                proxy.way = .open
                try await eventually("it works as before") { (try? await ask(database)) != nil }
            }
        }
    }

    /// The reads' connections are lost, and the server has no room for another.
    @Test func `an idle connection that answers ends the outage`() async throws {
        try await Proxy.with { proxy, url in
            let change: (inout Database.Options) -> Void = { options in
                options.sharedMax = 1
                options.sharedStatementTimeout = .milliseconds(100)
            }
            try await with(url, change) { database in
                try await ask(database)
                proxy.way = .frozenAndClosedToNew
                await #expect(throws: PostgresError.self) { try await database.process(.point) }
                try await eventually("it is unavailable, and only an idle connection is left") {
                    database.availability.isAway && database.shared.openCount == 0
                }
                #expect(database.pool.idle.count == 1)
                proxy.way = .closedToNew
                try await eventually("it has answered") { !database.availability.isAway }
                _ = try await database.transaction { try await $0.process() }
            }
        }
    }

    @Test func `the listener makes no attempts meanwhile, and recovers afterwards`() async throws {
        let metrics = TestMetrics()
        func refused(_ pool: String) throws -> Int64 {
            try metrics.expectCounter(
                "gauntlet_database_connections_refused_total",
                [("pool", pool)]
            ).totalValue
        }
        try await Proxy.with { proxy, url in
            try await with(url, metrics: metrics) { database in
                var heard = database.listen("news").makeAsyncIterator()
                let greeting = await heard.next()
                #expect(greeting == .reconnected)
                try await ask(database)
                proxy.way = .closed
                try await eventually("it is unavailable") {
                    _ = try? await database.process(.point)
                    return database.availability.isAway
                }
                let before = try (refused("listener"), refused("shared"))
                try await eventually("it is tried repeatedly") {
                    try refused("shared") >= before.1 + 20
                }
                // One attempt may have been under way.
                #expect(try refused("listener") <= before.0 + 1)
                proxy.way = .open
                let again = await heard.next()
                #expect(again == .reconnected)
            }
        }
    }

    /// They saw the database as available, and begin to wait only after that has changed.
    @Test func `a task that begins to wait just before is refused at the next check`()
        async throws
    {
        try await Proxy.with { proxy, url in
            try await with(url, { $0.silenceMax = .seconds(60) }) { database in
                proxy.way = .frozen
                defer { proxy.way = .open }
                let tasks = [
                    Task { try await database.process(.point) },
                    Task { try await database.process(.leased) },
                ]
                try await eventually("both wait") {
                    database.shared.need == .urgent && database.pool.need == .urgent
                }
                database.availability.markUnavailable(since: database.availability.answeredAt)
                for task in tasks {
                    let error = await #expect(throws: PostgresError.self) { try await task.value }
                    #expect(error?.message == PostgresError.away.message)
                }
            }
        }
    }

    @Test func `a short failover fails no statement`() async throws {
        try await Proxy.with { proxy, url in
            try await with(url, { $0.silenceMax = .seconds(60) }) { database in
                try await ask(database)
                proxy.way = .closed
                try await eventually("the connections were lost") {
                    database.pool.idle.isEmpty && database.shared.openCount == 0
                }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<64 {
                        group.addTask { _ = try await database.process(.point) }
                        group.addTask {
                            _ = try await database.transaction { try await $0.process() }
                        }
                    }
                    let before = proxy.turnedAway
                    try await eventually("some attempts fail") { proxy.turnedAway >= before + 4 }
                    proxy.way = .open
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test func `a slow statement or a full pool does not count as an outage`() async throws {
        try await with(try #require(FreshDatabase.current).url, { $0.leasedMax = 1 }) { database in
            try await Backends.with { backends in
                let (slow, waiting) = try await backends.holding {
                    let slow = Task {
                        try await database.all("SELECT pg_advisory_xact_lock_shared(7)") { _ in }
                    }
                    let waiting = Task { try await database.process() }
                    let start = ContinuousClock.now
                    try await eventually("it takes three times as long") {
                        #expect(!database.availability.isAway)
                        return ContinuousClock.now - start > .seconds(3)
                    }
                    return (slow, waiting)
                }
                _ = try await slow.value
                _ = try await waiting.value
            }
        }
    }

    @Test func `silence counts from the last answer, or from the longest wait`() {
        func silence(
            _ waitingSince: UInt64?,
            _ answeredAt: UInt64,
            _ failingSince: UInt64? = nil,
            awakeSince: UInt64 = 1
        ) -> UInt64 {
            Watch.silence(
                waitingSince: waitingSince,
                answeredAt: answeredAt,
                failingSince: failingSince,
                awakeSince: awakeSince,
                now: 100
            )
        }
        // Without a waiting statement there is no silence, however old the last answer is.
        #expect(silence(nil, 0) == 0)
        #expect(silence(40, 0) == 60)
        // One statement is slow, and another was answered.
        #expect(silence(40, 90) == 10)
        #expect(silence(40, 100) == 0)
        #expect(silence(40, 101) == 0)
        #expect(silence(101, 0) == 0)
        #expect(silence(nil, 0, 30) == 70)
        #expect(silence(40, 90, 30) == 70)
        #expect(silence(nil, 0, 101) == 0)
        // This process itself was paused.
        #expect(silence(40, 0, awakeSince: 95) == 5)
        #expect(silence(40, 0, 30, awakeSince: 100) == 0)
    }
}
