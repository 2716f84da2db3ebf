import Identifiers
import MetricsTestKit
import Outbox
import Postgres
import RPC
import TestKit
import Testing
import Wire

/// Rule 2.14-acknowledged: after what a reply depends on, a transaction that writes is committed.
@Suite(.freshDatabase(Bank.migrations)) struct DurableTests {
    private let account = UserID()
    private let metrics = TestMetrics()

    @Test func `nothing follows a transaction that wrote`() async throws {
        try await expectCommits(1) { database in
            try await database.run(paying)
        }
        try await expectCommits(1) { database in
            try await database.transaction { tx in _ = try await tx.pay(account, 1) }
        }
        // Only the commit waits for the statement.
        try await expectCommits(1) { database in
            try await database.transaction { tx in try tx.enqueue(paying) }
        }
    }

    @Test func `a commit follows if nothing was written`() async throws {
        try await expectCommits(1) { _ in }
        try await expectCommits(1) { database in _ = try await database.deposits(to: account) }
        try await expectCommits(2) { database in
            try await database.transaction { tx in _ = try await tx.deposits(to: account) }
        }
        let nobody = UserID()
        try await expectCommits(2) { database in
            try await database.run("DELETE FROM deposits WHERE account = \(nobody)")
        }
    }

    @Test func `only the last transaction counts`() async throws {
        try await expectCommits(3) { database in
            try await database.run(paying)
            try await database.transaction { tx in _ = try await tx.deposits(to: account) }
        }
        try await expectCommits(2) { database in
            try await database.transaction { tx in _ = try await tx.deposits(to: account) }
            try await database.run(paying)
        }
    }

    @Test func `a rolled back transaction counts as a read`() async throws {
        try await expectCommits(2) { database in
            try await database.run(paying)
            try? await database.transaction { tx in
                _ = try await tx.pay(account, 1)
                throw Bank.Refused.nothingPaid
            }
        }
    }

    @Test func `a nested durable reply does not count as a read`() async throws {
        try await expectCommits(2) { database in
            try await database.run(paying)
            try await database.durably {}
        }
    }

    @Test func `a failure acknowledges nothing`() async throws {
        try await withMeasured { database in
            await #expect(throws: Bank.Refused.nothingPaid) {
                try await database.durably { throw Bank.Refused.nothingPaid }
            }
        }
        #expect(try commits() == 0)
    }

    /// Another server may have taken over, which lacks what was read.
    @Test func `a read before a lost connection is not acknowledged`() async throws {
        try await withMeasured { database in
            let error = await #expect(throws: PostgresError.self) {
                try await database.durably {
                    try await fall(process(database))
                }
            }
            #expect(error?.knowledge == .unavailable)
        }
        // The read did not count, but the message did.
        #expect(try commits() == 1)
    }

    /// The commit that wrote may be on another server, which lacks what was read.
    @Test func `a connection lost before the following commit prevents acknowledgement`()
        async throws
    {
        try await withMeasured { database in
            let error = await #expect(throws: PostgresError.self) {
                try await database.durably {
                    let found = try await database.transaction { tx in try await process(tx) }
                    try await fall(found)
                    try await database.run(paying)
                }
            }
            // It has paid.
            #expect(error?.knowledge == .expired)
        }
        #expect(try commits() == 2)
        #expect(try await Database.fresh.deposits(to: account) == 1)
    }

    @Test func `a connection lost before the read or after the commit does not matter`()
        async throws
    {
        try await withMeasured { database in
            try await database.durably {
                try await fall(process(database))
                try await database.transaction { tx in _ = try await tx.deposits(to: account) }
                try await database.run(paying)
                try await fall(process(database))
            }
        }
        #expect(try commits() == 2)
    }

    private func process(_ reader: some Reader) async throws -> Int32 {
        try await reader.one("SELECT pg_backend_pid()") { try $0.next() }
    }

    /// Terminates a leased connection, and waits until that is noticed.
    private func fall(_ process: Int32) async throws {
        let before = try losses()
        _ = try await Database.fresh.one("SELECT pg_terminate_backend(\(process))") {
            try $0.next(Bool.self)
        }
        try await eventually("it is noticed") { try losses() == before + 1 }
    }

    /// The number of leased connections lost.
    private func losses() throws -> Int64 {
        try metrics.expectCounter(
            "gauntlet_database_connections_lost_total",
            [("pool", "leased")]
        ).totalValue
    }

    @Test func `child tasks of a body count, another database does not`() async throws {
        try await expectCommits(1) { database in
            async let paid = database.run(paying)
            _ = try await paid
        }
        try await expectCommits(1) { _ in try await Database.fresh.run(paying) }
    }

    @Test func `a commit does not cover reads after it was sent`() async throws {
        try await brakeCommits()
        try await expectCommits(3) { database in
            let (isHeld, release) = (Gate(), Gate())
            async let holding: Void = Database.fresh.transaction { tx in
                _ = try await tx.one("SELECT pg_advisory_xact_lock(7)") { _ in }
                isHeld.open()
                await release.pass()
            }
            await isHeld.pass()
            async let paid = database.transaction { tx in try await tx.pay(account, 1) }
            try await eventually("a transaction commits") {
                try await Database.fresh.one(
                    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
                    .point
                ) { row in try row.next(Int.self) } == 1
            }
            try await database.transaction { tx in _ = try await tx.deposits(to: account) }
            release.open()
            _ = try await paid
            try await holding
        }
    }

    /// Makes the commit of a payment wait for the holder of lock 7.
    private func brakeCommits() async throws {
        try await Database.fresh.transaction { tx in
            try await tx.run(
                """
                CREATE FUNCTION brake() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NULL; END $$
                """
            )
            try await tx.run(
                """
                CREATE CONSTRAINT TRIGGER brake AFTER INSERT ON deposits
                DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION brake()
                """
            )
        }
    }

    @Test(arguments: [false, true])
    func `a repetition writes, speculative or not`(speculative: Bool) async throws {
        let context = CallContext(idempotencyKey: "k")
        let call = Bank.Deposit(account: account, amount: 5)
        for _ in 0..<2 {
            try await expectCommits(1) { database in
                _ = try await database.once(call, in: context, speculative: speculative) { tx in
                    try await tx.pay(account, 5)
                }
            }
        }
        try await expectCommits(1) { database in
            let stored = try await database.reply(to: call, in: context)
            #expect(stored != nil)
        }
        #expect(try await Database.fresh.deposits(to: account) == 1)
    }

    @Test func `events of one transaction count each for its own call`() async throws {
        let ids = (0..<3).map { _ in EventID() }
        let batches = Count()
        try await withMeasured { database in
            let batch = BatchLoader<ReceivedEvent<Bank.Counted>, Nothing> { events in
                batches.add()
                try await database.receive(events) { tx, events in
                    for event in events { try await tx.hear(event) }
                }
                return Dictionary(uniqueKeysWithValues: events.map { ($0, Nothing()) })
            }
            try await receive(ids, database, batch)
            #expect(try commits() == batches.value)
            // The second time, all of them are repetitions.
            try await receive(ids, database, batch)
            #expect(try commits() == batches.value + ids.count)
        }
        #expect(try await Database.fresh.heard(of: account).count == ids.count)
    }

    @Test func `a repeated event beside a new one needs no further commit`() async throws {
        let (old, new) = (EventID(), EventID())
        let event = Bank.Counted(account: account, number: 1)
        try await expectCommits(1) { database in
            try await database.receive([received(event, as: old)]) { tx, _ in }
        }
        try await expectCommits(1) { database in
            let events = [try received(event, as: old), try received(event, as: new)]
            try await database.receive(events) { tx, _ in }
        }
    }

    /// Receives events together, each by its own call.
    private func receive(
        _ ids: [EventID],
        _ database: Database,
        _ batch: BatchLoader<ReceivedEvent<Bank.Counted>, Nothing>
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in ids {
                let event = Bank.Counted(account: account, number: 1)
                group.addTask {
                    try await database.durably {
                        _ = try await batch.value(for: received(event, as: id))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func received(
        _ event: Bank.Counted,
        as id: EventID
    ) throws -> ReceivedEvent<Bank.Counted> {
        try ReceivedEvent(event, in: CallContext(idempotencyKey: id.description))
    }

    private var paying: SQL {
        "INSERT INTO deposits (account, amount) VALUES (\(account), 1)"
    }

    /// The number of committed transactions.
    private func commits() throws -> Int {
        (try? metrics.expectTimer(
            "gauntlet_database_statement_duration_seconds",
            [("kind", "commit")]
        ).values.count) ?? 0
    }

    /// Runs a body whose reply is durable; expects the given number of commits.
    private func expectCommits(
        _ count: Int,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: (Database) async throws -> Void
    ) async throws {
        let before = try commits()
        try await withMeasured { database in
            try await database.durably { try await body(database) }
        }
        #expect(try commits() == before + count, sourceLocation: sourceLocation)
    }

    private func withMeasured(_ body: (Database) async throws -> Void) async throws {
        let url = try #require(FreshDatabase.current).url
        let database = Database(url, options: .patient(), logger: .quiet, metrics: metrics)
        do {
            try await body(database)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }
}
