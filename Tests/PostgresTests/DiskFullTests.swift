import Logging
import MetricsTestKit
import Postgres
import TestKit
import Testing

/// A server whose disk is full reports 53100; here triggers do.
@Suite(
    .freshDatabase([
        Migration(
            "m01_notes",
            Array(
                """
                CREATE TABLE notes (text text NOT NULL);
                CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    RAISE EXCEPTION 'could not extend file: No space left on device'
                        USING ERRCODE = 'disk_full';
                END $$;
                """.utf8
            )
        )
    ])
)
struct DiskFullTests {
    private func notes() async throws -> [String] {
        try await Database.fresh.all("SELECT text FROM notes", .point) { try $0.next() }
    }

    /// The disk is full when a row is written, or at the commit.
    private static let moments: [SQL] = [
        "CREATE TRIGGER full_disk BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION no_room()",
        """
        CREATE CONSTRAINT TRIGGER full_disk AFTER INSERT ON notes DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION no_room()
        """,
    ]

    @Test(arguments: moments.indices)
    func `a write fails as unavailable, and works once there is room`(moment: Int) async throws {
        let log = CapturedLog()
        let metrics = TestMetrics()
        let database = Database(
            try #require(FreshDatabase.current).url,
            options: .patient(),
            logger: log.logger,
            metrics: metrics
        )
        try await database.transaction { try await $0.run(Self.moments[moment]) }
        for _ in 0..<3 {
            let error = await #expect(throws: PostgresError.self) {
                try await database.transaction { tx in
                    try await tx.run("INSERT INTO notes VALUES ('lost')")
                }
            }
            #expect(error?.sqlState == "53100")
            #expect(error?.knowledge == .unavailable)
            #expect(error?.isOverload == true)
            #expect(try await notes() == [])
        }
        let failures = try metrics.expectCounter(
            "gauntlet_database_failures_total",
            [("class", "53")]
        )
        #expect(failures.totalValue == 3)
        // Once, however often it fails.
        let line = try #require(log.lines.first)
        #expect(log.messages == ["A database statement failed."])
        #expect(line.level == .warning)
        let statement = moment == 0 ? "INSERT INTO notes VALUES ('lost')" : "COMMIT"
        #expect(
            line.metadata["error"]
                == "53100: could not extend file: No space left on device — in: \(statement)"
        )
        try await database.transaction { try await $0.run("DROP TRIGGER full_disk ON notes") }
        try await database.transaction { try await $0.run("INSERT INTO notes VALUES ('kept')") }
        #expect(try await notes() == ["kept"])
        await database.close()
    }
}
