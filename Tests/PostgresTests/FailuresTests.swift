import MetricsTestKit
import TestKit
import Testing

@testable import Postgres

/// What is counted and logged of failures, whichever database they are of.
struct FailureClassTests {
    private let metrics = TestMetrics()
    private let log = CapturedLog()

    @Test(arguments: [
        ("53100", "53", true), ("58030", "58", true), ("58P01", "58", true), ("XX000", "XX", true),
        ("XX001", "XX", true), ("08006", "08", true), ("57P03", "57", true), ("57014", "57", true),
        ("25006", "25", true), ("25P02", "25", false), ("57000", "57", false),
        ("23505", "23", false), ("40001", "40", false), ("42601", "42", false),
        ("P0001", "other", false), ("5", "other", false), ("", "other", false),
    ])
    func `failures are counted by class, and some are logged`(
        sqlState: String,
        name: String,
        isSaid: Bool
    ) throws {
        let failures = Failures(log.logger, metrics)
        failures.note(PostgresError(sqlState: sqlState, message: "as it is", knowledge: .bug))
        #expect(try metrics.failures == [name: 1])
        #expect(log.messages == (isSaid ? ["A database statement failed."] : []))
    }

    @Test func `a lost connection is counted, and logged elsewhere`() throws {
        let failures = Failures(log.logger, metrics)
        failures.note(.lost("it was lost", statement: nil))
        #expect(try metrics.failures == ["08": 1])
        #expect(log.lines.isEmpty)
    }

    @Test func `a message every ten seconds suppresses no other`() throws {
        let failures = Failures(log.logger, metrics)
        let start = ContinuousClock.now
        for tenth in 0...100 {
            for sqlState in ["57014", "53100"] {
                failures.note(
                    PostgresError(sqlState: sqlState, message: "again", knowledge: .unavailable),
                    at: start + .milliseconds(100 * tenth)
                )
            }
        }
        let errors = log.lines.compactMap { $0.metadata["error"] }
        #expect(errors == ["57014: again", "53100: again", "57014: again", "53100: again"])
        #expect(log.lines.map { $0.metadata["unsaid"] } == [nil, nil, "99", "99"])
    }
}

/// What is counted and logged of failed statements.
@Suite(.freshDatabase([]))
struct FailuresTests {
    private let metrics = TestMetrics()
    private let log = CapturedLog()

    private func database(
        _ change: (inout Database.Options) -> Void = { _ in }
    ) throws -> Database {
        Database(
            try #require(FreshDatabase.current).url,
            options: .patient(change),
            logger: log.logger,
            metrics: metrics
        )
    }

    private var counts: [String: Int64] {
        get throws { try metrics.failures }
    }

    @Test func `only the first failed statement of a transaction is counted`() async throws {
        let database = try database()
        let error = await #expect(throws: PostgresError.self) {
            try await database.transaction { tx in
                try tx.enqueue("SELECT 1 / 0")
                try tx.enqueue("SELECT 2")
                try await tx.run("SELECT 3")
            }
        }
        #expect(error?.sqlState == "22012")
        #expect(try counts == ["22": 1])
        await database.close()
    }

    @Test func `a read that the driver retries is counted`() async throws {
        let database = try database { $0.leasedMax = 1 }
        _ = try await database.process()
        _ = try await database.all("DEALLOCATE ALL") { _ in }
        _ = try await database.process()
        // 26000: there is no such prepared statement.
        #expect(try counts == ["other": 1])
        #expect(log.lines.isEmpty)
        await database.close()
    }

    @Test func `a channel that the server refuses is counted`() async throws {
        let database = try database()
        // The empty name is invalid (42601).
        var heard = database.listen("").makeAsyncIterator()
        try await eventually("it is counted") { try counts["42", default: 0] > 0 }
        #expect(try counts.keys.sorted() == ["42"])
        await database.close()
        let end = await heard.next()
        #expect(end == nil)
    }

    @Test func `a statement of a migration that fails is counted`() async throws {
        let database = try database()
        let broken = Migration("m01_broken", Array("SELECT 1; SELECT 1 / 0;".utf8))
        await #expect(throws: PostgresError.self) { try await database.migrate([broken]) }
        #expect(try counts == ["22": 1])
        await database.close()
    }

    @Test func `a library that cannot be loaded is counted and logged`() async throws {
        let database = try database()
        try await database.transaction { tx in
            try await tx.run("CREATE TABLE notes (text text)")
            try await tx.run(
                """
                CREATE FUNCTION broken() RETURNS trigger LANGUAGE c
                AS '$libdir/plpgsql', 'plpgsql_call_handler'
                """
            )
            // The library was there when the function was created.
            try await tx.run(
                "UPDATE pg_proc SET probin = '/nowhere/broken' WHERE proname = 'broken'"
            )
            try await tx.run(
                """
                CREATE TRIGGER broken BEFORE INSERT ON notes
                FOR EACH ROW EXECUTE FUNCTION broken()
                """
            )
        }
        for _ in 0..<3 {
            let error = await #expect(throws: PostgresError.self) {
                try await database.run("INSERT INTO notes VALUES ('lost')")
            }
            #expect(error?.knowledge == .unavailable)
        }
        #expect(try counts == ["58": 3])
        let line = try #require(log.lines.first)
        #expect(log.lines.count == 1)
        let text = try #require(line.metadata["error"])
        #expect(text.hasPrefix("58P01: could not access file \"/nowhere/broken\""), "\(text)")
        #expect(text.hasSuffix("— in: INSERT INTO notes VALUES ('lost')"), "\(text)")
        await database.close()
    }

    @Test func `a cancelled statement does not count as failed`() async throws {
        let database = try database()
        try await Backends.with { backends in
            let read = Task { try await database.all("SELECT pg_sleep(100), 'gone'") { _ in } }
            try await backends.running("%'gone'%")
            read.cancel()
            await #expect(throws: CancellationError.self) { try await read.value }
        }
        #expect(try counts.isEmpty)
        #expect(log.lines.isEmpty)
        await database.close()
    }

    @Test func `a statement that exceeds its time limit is counted and logged`() async throws {
        let database = try database { $0.sharedStatementTimeout = .milliseconds(100) }
        await #expect(throws: PostgresError.self) {
            try await database.all("SELECT pg_sleep(100)", .point) { _ in }
        }
        #expect(try counts == ["57": 1])
        #expect(log.lines.count == 1)
        await database.close()
    }
}

extension TestMetrics {
    /// The number of failures by class; only those above zero.
    fileprivate var failures: [String: Int64] {
        get throws {
            var counts: [String: Int64] = [:]
            for name in Failures.classes + ["other"] {
                let counter = try expectCounter(
                    "gauntlet_database_failures_total",
                    [("class", name)]
                )
                if counter.totalValue > 0 { counts[name] = counter.totalValue }
            }
            return counts
        }
    }
}
