import Postgres
import TestKit
import Testing

/// A read whose callers were all cancelled ends at the server too.
@Suite(.freshDatabase([]))
struct CancelTests {
    private func patient(_ url: String? = nil, leasedMax: Int = 1) throws -> Database {
        Database(
            try url ?? #require(FreshDatabase.current).url,
            options: .init(
                leasedMax: leasedMax,
                leaseWait: .seconds(60),
                silenceMax: .seconds(60),
                leasedStatementTimeout: .seconds(120)
            ),
            logger: TestServer.quiet
        )
    }

    @Test func `a cancelled leased read ends at the server, its connection is reused`()
        async throws
    {
        let database = try patient()
        try await Backends.with { backends in
            let process = try await database.process()
            let read = Task { try await database.all("SELECT pg_sleep(100), 'given up'") { _ in } }
            #expect(try await backends.running("%'given up'%") == process)
            read.cancel()
            await #expect(throws: CancellationError.self) { try await read.value }
            try await backends.gone("%'given up'%")
            #expect(try await database.process() == process)
        }
        await database.close()
    }

    @Test func `statements of other tasks are never cancelled`() async throws {
        let database = try patient(leasedMax: 2)
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<120 {
                group.addTask {
                    let read = Task {
                        await gate.pass()
                        return try await database.one(
                            "SELECT \(number) FROM pg_sleep(0.003)"
                        ) { try $0.next(Int.self) }
                    }
                    gate.open()
                    if number % 3 == 0 {
                        // At a different moment for each task.
                        _ = try await database.all("SELECT 1", .point) { _ in }
                        read.cancel()
                        _ = try? await read.value
                    } else {
                        #expect(try await read.value == number)
                    }
                }
            }
            try await group.waitForAll()
        }
        await database.close()
    }

    @Test(arguments: [Proxy.Way.closedToNew, .frozenToNew])
    func `a connection whose statement cannot be cancelled is given up`(
        way: Proxy.Way
    ) async throws {
        try await Proxy.with { proxy, url in
            let database = try patient(url)
            try await Backends.with { backends in
                let process = try await database.process()
                let read = Task {
                    try await database.all("SELECT pg_sleep(100), 'stuck'") { _ in }
                }
                try await backends.running("%'stuck'%")
                // The cancel request uses a separate connection.
                proxy.way = way
                read.cancel()
                await #expect(throws: CancellationError.self) { try await read.value }
                #expect(proxy.turnedAway > 0)
                #expect(try await backends.count(running: "%'stuck'%") == 1)
                proxy.way = .open
                // A connection attempt begun while the proxy was closed may be given up first.
                try await eventually("another connection takes its place") {
                    guard let next = try? await database.process() else { return false }
                    return next != process
                }
                try await backends.terminate(process)
            }
            await database.close()
        }
    }

    @Test func `a read cancelled before it is sent is not sent`() async throws {
        try await Proxy.with { proxy, url in
            let database = try patient(url)
            _ = try await database.process()
            proxy.way = .frozen
            let read = Task { try await database.all("SELECT 'unsent'") { _ in } }
            try await eventually("the read is under way") { proxy.isHolding }
            read.cancel()
            await #expect(throws: CancellationError.self) { try await read.value }
            proxy.way = .open
            _ = try await database.process()
            await database.close()
        }
    }
}
