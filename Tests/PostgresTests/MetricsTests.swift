import Metrics
import MetricsTestKit
import Postgres
import TestKit
import Testing

@Suite(.freshDatabase([]))
struct MetricsTests {
    private let metrics = TestMetrics()

    /// A client that records into the test's own metrics.
    private func measured(leasedMax: Int = 1, leaseWait: Duration = .seconds(60)) throws -> Database
    {
        Database(
            try #require(FreshDatabase.current).url,
            options: .patient {
                $0.sharedMax = 1
                $0.leasedMax = leasedMax
                $0.leaseWait = leaseWait
            },
            logger: TestServer.quiet,
            metrics: metrics
        )
    }

    private func count(_ label: String, pool: String? = nil) throws -> Int64 {
        try metrics.expectCounter(label, pool.map { [("pool", $0)] } ?? []).totalValue
    }

    private func value(_ label: String, pool: String? = nil) throws -> Double {
        try metrics.expectMeter(label, pool.map { [("pool", $0)] } ?? []).lastValue ?? 0
    }

    private func statements(_ kind: String) throws -> Int {
        try metrics.expectTimer(
            "gauntlet_database_statement_duration_seconds",
            [("kind", kind)]
        ).values.count
    }

    @Test func `every statement is timed by its kind`() async throws {
        let database = try measured()
        for _ in 0..<3 { _ = try await database.process(.point) }
        for _ in 0..<2 { _ = try await database.process(.leased) }
        try await database.transaction { tx in
            for _ in 0..<4 { _ = try await tx.process() }
        }
        await #expect(throws: PostgresError.self) {
            try await database.all("SELECT 1 / 0", .point) { _ in }
        }
        #expect(try statements("point") == 4)
        #expect(try statements("leased") == 2)
        #expect(try statements("transaction") == 4)
        #expect(try statements("commit") == 1)
        await database.close()
    }

    @Test func `a queued statement is timed from when it is sent`() async throws {
        let database = try measured()
        let took = try await database.transaction { tx in
            try tx.enqueue("SELECT 1")
            // An operation that takes time meanwhile: this one also connects.
            _ = try await Database.fresh.process()
            let start = ContinuousClock.now
            _ = try await tx.process()
            return ContinuousClock.now - start
        }
        let measured = try metrics.expectTimer(
            "gauntlet_database_statement_duration_seconds",
            [("kind", "transaction")]
        ).values.map { Duration.nanoseconds($0) }
        #expect(measured.count == 2)
        #expect(measured.allSatisfy { $0 <= took })
        await database.close()
    }

    @Test func `statements that travel together are one message`() async throws {
        let database = try measured()
        try await database.transaction { tx in
            try tx.enqueue("SELECT 1")
            for _ in 0..<2 { _ = try await tx.process() }
            try tx.enqueue("SELECT 2")
        }
        // The last one travels with the commit.
        #expect(try count("gauntlet_database_messages_total") == 3)
        await database.close()
    }

    @Test func `a statement rolled back before it was sent is not counted`() async throws {
        struct Refused: Error {}
        let database = try measured()
        await #expect(throws: Refused.self) {
            try await database.transaction { tx in
                let first = try tx.deferred("SELECT 1")
                _ = try await tx.process()
                try tx.enqueue("SELECT 2")
                // Reading a result that has arrived sends nothing.
                #expect(try await first.value == 1)
                throw Refused()
            }
        }
        #expect(try statements("transaction") == 2)
        await database.close()
    }

    @Test func `connections are counted when opened, lost, and closed`() async throws {
        let database = try measured()
        let label = "gauntlet_database_connections"
        let pools = ["shared", "leased"]
        for route in [Route.point, .leased] { _ = try await database.process(route) }
        for pool in pools { #expect(try value(label, pool: pool) == 1) }
        try await Backends.with { backends in
            try await backends.terminate(try await database.process(.leased))
            try await eventually("the loss was noticed") {
                try count("\(label)_lost_total", pool: "leased") == 1
            }
            _ = try await database.process(.leased)
        }
        #expect(try count("\(label)_opened_total", pool: "leased") == 2)
        #expect(try count("\(label)_opened_total", pool: "shared") == 1)
        #expect(try value(label, pool: "leased") == 1)
        await database.close()
        for pool in pools { #expect(try value(label, pool: pool) == 0) }
    }

    @Test func `a refused connection is counted, and none is open`() async throws {
        let database = Database(
            "postgresql://nobody@127.0.0.1:1/nothing",
            logger: TestServer.quiet,
            metrics: metrics
        )
        await #expect(throws: PostgresError.self) { try await database.process(.point) }
        await database.close()
        #expect(try count("gauntlet_database_connections_refused_total", pool: "shared") >= 1)
        let open = metrics.meters(label: "gauntlet_database_connections").map(\.lastValue)
        #expect(open.allSatisfy { ($0 ?? 0) == 0 })
    }

    @Test func `leases in use, waits, and waits that took too long are counted`() async throws {
        let database = try measured(leaseWait: .milliseconds(300))
        // Connecting may take longer than the wait.
        try await eventually("it is connected") { (try? await database.process()) != nil }
        let refused = try count("gauntlet_database_leases_refused_total")
        try await database.transaction { tx in
            _ = try await tx.process()
            #expect(try value("gauntlet_database_leases") == 1)
            let waiting = Task { try await database.process() }
            try await eventually("a task waits") {
                try value("gauntlet_database_leases_waiting") == 1
            }
            let error = await #expect(throws: PostgresError.self) { try await waiting.value }
            #expect(error?.isOverload == true)
        }
        #expect(try value("gauntlet_database_leases") == 0)
        #expect(try value("gauntlet_database_leases_waiting") == 0)
        #expect(try count("gauntlet_database_leases_refused_total") == refused + 1)
        await database.close()
    }

    @Test func `a retried transaction is counted`() async throws {
        let database = try measured()
        let attempts = Count()
        try await database.transaction { tx in
            guard attempts.add() < 3 else { return }
            try await raise("40001", in: tx)
        }
        #expect(try count("gauntlet_database_transactions_retried_total") == 2)
        await database.close()
    }
}
