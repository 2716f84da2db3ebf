import Metrics
import MetricsTestKit
import Synchronization
import TestKit
import Testing

@testable import Postgres

/// A server with room for fewer connections than the client would open.
@Suite(.freshDatabase([]))
struct StarvationTests {
    private let metrics = TestMetrics()
    private let log = CapturedLog()

    private func with(
        _ url: String,
        _ options: Database.Options = .patient { $0.leasedMax = 16 },
        _ body: (Database) async throws -> Void
    ) async throws {
        let database = Database(
            url,
            options: options,
            logger: log.logger,
            metrics: metrics
        )
        do {
            try await body(database)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    private func count(_ name: String, pool: String) throws -> Int64 {
        try metrics.expectCounter("gauntlet_database_connections_\(name)_total", [("pool", pool)])
            .totalValue
    }

    private func write(_ id: Int, to database: Database) async throws -> Int {
        try await database.transaction { tx in
            try await tx.run("INSERT INTO notes VALUES (\(id))")
            return try await tx.process()
        }
    }

    @Test func `64 writers are all served, and use every connection that is allowed`()
        async throws
    {
        try await LimitedRole.with(4) { url in
            try await with(url) { database in
                let processes = try await withThrowingTaskGroup(of: Set<Int>.self) { group in
                    let end = ContinuousClock.now + .seconds(180)
                    for writer in 0..<64 {
                        group.addTask {
                            var processes: Set<Int> = []
                            // Until all were used, and another was refused.
                            repeat {
                                processes.insert(try await write(writer, to: database))
                            } while try count("refused", pool: "leased") == 0
                                && ContinuousClock.now < end
                            for _ in 0..<20 {
                                processes.insert(try await write(writer, to: database))
                            }
                            return processes
                        }
                    }
                    return try await group.reduce(into: Set<Int>()) { $0.formUnion($1) }
                }
                #expect(processes.count == 4)
                #expect(database.pool.usage.all == 4)
                #expect(try count("opened", pool: "leased") == 4)
                #expect(log.messages.first == "The database refuses another connection.")
            }
        }
    }

    @Test func `a refused listening connection does not make the database unreachable`()
        async throws
    {
        try await LimitedRole.with(2) { url in
            try await with(url, .patient { $0.sharedMax = 1 }) { database in
                _ = try await database.process(.point)
                _ = try await database.process(.leased)
                var heard = database.listen("news").makeAsyncIterator()
                try await eventually("it is logged") { !log.lines.isEmpty }
                database.pool.giveUpOne()
                let greeting = await heard.next()
                #expect(greeting == .reconnected)
                #expect(log.messages == ["The database refuses another connection."])
                #expect(try count("refused", pool: "listener") > 0)
            }
        }
    }

    @Test func `after a rush every write finds an open connection`() async throws {
        try await LimitedRole.with(2) { url in
            try await with(url, .patient { $0.leasedMax = 6 }) { database in
                let gate = Gate()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for writer in 0..<6 {
                        group.addTask {
                            try await database.transaction { tx in
                                try await tx.run("INSERT INTO notes VALUES (\(writer))")
                                await gate.pass()
                            }
                        }
                    }
                    try await eventually("both write") { gate.arrivals == 2 }
                    gate.open()
                    try await group.waitForAll()
                }
                let refused = try count("refused", pool: "leased")
                for number in 0..<100 { _ = try await write(number, to: database) }
                // No task waited, so none was opened.
                #expect(try count("refused", pool: "leased") <= refused + 1)
            }
        }
    }

    @Test func `one attempt to connect at a time, while other tasks are served`() async throws {
        try await Proxy.with { proxy, url in
            try await Database.fresh.transaction {
                try await $0.run("CREATE TABLE notes (id int8)")
            }
            try await with(url) { database in
                let first = try await write(0, to: database)
                proxy.way = .frozenToNew
                let processes = try await withThrowingTaskGroup(of: Int.self) { group in
                    for writer in 0..<64 {
                        group.addTask { try await write(writer, to: database) }
                    }
                    return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
                }
                #expect(processes == [first])
                #expect(proxy.turnedAway == 1)
                proxy.way = .open
            }
        }
    }

    @Test func `attempts to connect pause longer after each failure, and are counted`()
        async throws
    {
        try await Proxy.with { proxy, url in
            let options = Database.Options.patient { $0.leasedMax = 16 }
            try await with(url, options) { database in
                _ = try await database.process()
                proxy.way = .closedToNew
                let start = ContinuousClock.now
                try await database.transaction { tx in
                    _ = try await tx.process()
                    let waiting = (0..<64).map { _ in Task { try await database.process() } }
                    try await eventually("several attempts are made") {
                        try count("refused", pool: "leased") >= 6
                    }
                    for task in waiting { task.cancel() }
                    for task in waiting { _ = try? await task.value }
                }
                // 20, 40, 80, 160 and 320 ms, each cut to half at most.
                #expect(ContinuousClock.now - start >= .milliseconds(310))
                let refused = try count("refused", pool: "leased")
                #expect(refused == proxy.turnedAway)
                #expect((6...7).contains(refused), "\(refused)")
            }
        }
    }

    @Test func `a connection lost while idle is skipped, and others are leased first`()
        async throws
    {
        try await with(
            try #require(FreshDatabase.current).url,
            .patient { $0.leasedMax = 3 }
        ) { database in
            let processes = try await database.transaction { tx in
                try await [tx.process(), database.process()]
            }
            #expect(Set(processes).count == 2)
            try await Backends.with { backends in
                // The one that would be leased next.
                try await backends.terminate(processes[0])
                try await eventually("the loss was noticed") { database.pool.idle.count == 1 }
            }
            #expect(try await database.process() == processes[1])
            #expect(database.pool.usage.all == 1)
        }
    }

    @Test func `writes leave a connection to reads that need one`() async throws {
        try await LimitedRole.with(4) { url in
            try await with(url) { database in
                let gate = Gate()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for writer in 0..<4 {
                        group.addTask {
                            try await database.transaction { tx in
                                try await tx.run("INSERT INTO notes VALUES (\(writer))")
                                await gate.pass()
                            }
                        }
                    }
                    try await eventually("four write") { gate.arrivals == 4 }
                    let others = Gate()
                    for writer in 0..<60 {
                        group.addTask {
                            try await database.transaction { tx in
                                try await tx.run("INSERT INTO notes VALUES (\(writer))")
                                await others.pass()
                            }
                        }
                    }
                    group.addTask { _ = try await database.process(.point) }
                    try await eventually("a write must give up its connection") {
                        try count("refused", pool: "shared") >= 2
                    }
                    // Only the read can continue once those four have finished.
                    gate.open()
                    try await eventually("a read has a connection") {
                        try count("opened", pool: "shared") == 1
                    }
                    _ = try await database.process(.point)
                    others.open()
                    try await group.waitForAll()
                }
                #expect(database.pool.usage.all == 3)
            }
        }
    }

    @Test func `64 writers that read first are all served`() async throws {
        try await LimitedRole.with(4) { url in
            try await with(url) { database in
                _ = try await write(0, to: database)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for writer in 0..<64 {
                        group.addTask {
                            for number in 0..<10 {
                                _ = try await database.process(.point)
                                _ = try await write(writer * 10 + number, to: database)
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test func `reads leave a connection to writes`() async throws {
        try await LimitedRole.with(3) { url in
            try await with(url, .patient { $0.sharedMax = 3 }) { database in
                try await Backends.with { backends in
                    let reads = try await backends.holding {
                        let reads = (0..<9).map { _ in
                            Task {
                                try await database.all(
                                    "SELECT pg_advisory_xact_lock_shared(7), 'many'",
                                    .point
                                ) { _ in }
                            }
                        }
                        try await eventually("reads have all connections") {
                            try count("opened", pool: "shared") == 3
                        }
                        return reads
                    }
                    for read in reads { _ = try await read.value }
                }
                _ = try await write(1, to: database)
                #expect(database.pool.usage.all == 1)
                _ = try await database.process(.point)
                // When writes wait, they get all but one.
                try await withThrowingTaskGroup(of: Void.self) { group in
                    let gate = Gate()
                    for writer in 0..<2 {
                        group.addTask {
                            try await database.transaction { tx in
                                try await tx.run("INSERT INTO notes VALUES (\(writer))")
                                await gate.pass()
                            }
                        }
                    }
                    try await eventually("two write") { gate.arrivals == 2 }
                    _ = try await database.process(.point)
                    gate.open()
                    try await group.waitForAll()
                }
            }
        }
    }
}
