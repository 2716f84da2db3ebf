import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Outbox
import Postgres
import RPC
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// Very many periods end at one moment, and one of two replicas dies meanwhile (2.9-time-first).
@Suite(.freshDatabase(Challenges.migrations))
struct PeriodReplicasTests {
    private let scene = Scene()
    private var database: Database { scene.database }
    /// How many timers a replica fires at the same time.
    private static let width = 2

    @Test func `1,000 periods end once, whichever replica dies`() async throws {
        try await makeGoals()
        let events = try await count("SELECT count(*) FROM outbox")
        try await come("2023-11-20T00:00:00Z")
        let survivor = scene.challenges
        try await withDoomed { doomed in
            try await withThrowingTaskGroup { group in
                // Both come upon timers in the middle that they cannot change, with all that they
                // do at a time; what they did for these goals by then is lost with their
                // connection.
                let isKilled = Gate()
                let isHeld = Gate()
                group.addTask { [database] in
                    try await database.transaction { tx in
                        defer { isHeld.open() }
                        _ = try await tx.all(
                            """
                            SELECT subject FROM timers WHERE subject IN (
                                SELECT subject FROM timers ORDER BY ctid
                                OFFSET 500 LIMIT \(2 * Self.width))
                            FOR UPDATE
                            """
                        ) { row in try row.next(ChallengeID.self) }
                        isHeld.open()
                        await isKilled.pass()
                    }
                }
                await isHeld.pass()
                for _ in 0..<Self.width {
                    group.addTask { _ = try await survivor.timers.fireDue() }
                }
                let dying = (0..<Self.width).map { _ in
                    Task { try await doomed.timers.fireDue() }
                }
                defer { isKilled.open() }
                try await eventually("both are in the midst") {
                    try await count(
                        """
                        SELECT count(*) FROM pg_stat_activity
                        WHERE datname = current_database() AND wait_event_type = 'Lock'
                        """
                    ) == 2 * Self.width
                }
                let done = try await count("SELECT count(*) FROM goals WHERE version = 2")
                #expect(done > 0 && done < 1_000 - 2 * Self.width)
                for task in dying { task.cancel() }
                try await terminate(Self.doomed)
                for task in dying {
                    let outcome = await task.result
                    #expect(throws: (any Error).self) { try outcome.get() }
                }
                isKilled.open()
                try await group.waitForAll()
            }
        }
        #expect(
            try await lines()
                == [
                    "100 goals of version 2: 2023-11-13 met, 2023-11-20 open",
                    "900 goals of version 2: 2023-11-13 missed, 2023-11-20 open",
                ].sorted()
        )
        // Scoring is told of each period that is missed, once; its owner is not.
        #expect(try await scene.emitted(PeriodClosed.self).count { $0.outcome == .missed } == 900)
        #expect(try await count("SELECT count(*) FROM outbox") == events + 900)
        #expect(try await count("SELECT count(*) FROM timers WHERE attempts > 0") == 0)
        #expect(
            try await scene.dueTimes()
                == Array(repeating: try moment("2023-11-27T00:00:00Z"), count: 1_000)
        )
        try await closeForGood(events + 900)
    }

    /// When the periods close for good, nothing happens.
    private func closeForGood(_ events: Int) async throws {
        let before = try await rows()
        try await come("2023-11-22T00:00:00Z")
        #expect(try await scene.fireDue() == 0)
        #expect(try await rows() == before)
        #expect(try await count("SELECT count(*) FROM outbox") == events)
    }

    /// Ten people have a hundred goals each, in weeks that end together; those of one are met.
    private func makeGoals() async throws {
        for number in 0..<10 {
            let user = UserID()
            let call = CreateGoal(
                name: "Read",
                unit: "pages",
                target: .of("10"),
                recurrence: .weekly
            )
            let goal = try await scene.ask(call, as: user).id
            guard number == 0 else { continue }
            _ = try await scene.ask(AddGoalEntry(goal: goal, amount: .of("10")), as: user)
        }
        // Its week is met with version 2; the others have the same from here on.
        try await database.run("UPDATE goals SET version = 1")
        try await database.run(
            """
            INSERT INTO challenges SELECT other.* FROM challenges AS one, generate_series(2, 100) AS n,
                jsonb_populate_record(one, jsonb_build_object('id', md5(one.id::text || n))) AS other
            """
        )
        try await database.run(
            """
            INSERT INTO goals SELECT other.* FROM goals AS one, generate_series(2, 100) AS n,
                jsonb_populate_record(
                    one, jsonb_build_object('challenge', md5(one.challenge::text || n))) AS other
            """
        )
        try await database.run(
            """
            INSERT INTO periods SELECT other.* FROM periods AS one, generate_series(2, 100) AS n,
                jsonb_populate_record(
                    one, jsonb_build_object('challenge', md5(one.challenge::text || n))) AS other
            """
        )
        try await database.run(
            """
            INSERT INTO timers SELECT other.* FROM timers AS one, generate_series(2, 100) AS n,
                jsonb_populate_record(
                    one, jsonb_build_object('subject', md5(one.subject::text || n))) AS other
            """
        )
    }

    /// How many goals have which version and which periods.
    private func lines() async throws -> [String] {
        try await database.all(
            """
            SELECT count(*) || ' goals of version ' || version || ': ' || periods
            FROM (
                SELECT goals.version, string_agg(
                    periods.starts_on || ' ' || periods.state, ', ' ORDER BY periods.starts_on
                ) AS periods
                FROM goals JOIN periods USING (challenge)
                GROUP BY goals.challenge, goals.version
            ) AS each
            GROUP BY version, periods
            """
        ) { row in try row.next(String.self) }.sorted()
    }

    /// All rows of goals, periods and timers.
    private func rows() async throws -> [String] {
        try await database.all(
            """
            SELECT goals::text FROM goals UNION ALL SELECT periods::text FROM periods
            UNION ALL SELECT timers::text FROM timers ORDER BY 1
            """
        ) { row in try row.next() }
    }

    private func count(_ sql: SQL) async throws -> Int {
        try await database.one(sql, .point) { row in try row.next() }
    }

    private func moment(_ text: String) throws -> Instant {
        try #require(Instant(rfc3339: text))
    }

    private func come(_ text: String) async throws {
        scene.clock.advance(by: try moment(text) - scene.clock.now)
    }

    /// How the connections of the replica that dies are named.
    private static let doomed = "doomed"

    /// Runs `body` with another replica, which has connections of its own.
    private func withDoomed(
        _ body: (Challenges) async throws -> Void
    ) async throws {
        let url = try #require(FreshDatabase.current).url
        let database = Database(
            url,
            options: .patient { $0.applicationName = Self.doomed },
            logger: TestServer.quiet
        )
        let replica = Challenges(
            database: database,
            identity: scene.identity.switchboard.asked(by: .challenges),
            media: scene.media.switchboard.asked(by: .challenges),
            scoring: scene.scoring.switchboard.asked(by: .challenges),
            now: { [clock = scene.clock] in clock.now }
        )
        do {
            try await body(replica)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    /// Ends the connections of a replica as the server does when its process is gone: with whatever
    /// they were doing.
    private func terminate(_ name: String) async throws {
        _ = try await database.all(
            """
            SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = \(name)
            """
        ) { row in try row.next(Bool.self) }
    }
}
