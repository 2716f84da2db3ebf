import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Outbox
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

/// Very many reminders are due in one minute, and one of two replicas dies meanwhile
/// (2.13-reminders).
@Suite(.freshDatabase(Challenges.migrations))
struct ReminderReplicasTests {
    private let scene = Scene()
    private var database: Database { scene.database }
    /// How many timers a replica fires at the same time.
    private static let width = 2

    @Test func `1,000 reminders are sent once each, whichever replica dies`() async throws {
        try await setReminders()
        scene.turn(to: "2023-11-15T08:00:59Z")
        let survivor = scene.challenges
        try await withDoomed { doomed in
            try await withThrowingTaskGroup { group in
                // Both come upon timers in the middle that they cannot change, with all that they
                // do at a time; what they did for these reminders by then is lost with their
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
                        ) { row in try row.next(ReminderID.self) }
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
                let done = try await count(
                    "SELECT count(*) FROM reminders WHERE rung_on IS NOT NULL"
                )
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
        let told = try await scene.told(.reminder)
        #expect(told.count == 1_000)
        #expect(Set(told.map(\.cause)).count == 1_000)
        #expect(try await count("SELECT count(*) FROM timers WHERE attempts > 0") == 0)
        let next = Array(repeating: "2023-11-16T08:00:00Z", count: 1_000)
        #expect(try await scene.due() == next)
        #expect(try await scene.fireDue() == 0)
    }

    /// Ten people have a hundred reminders each, at the same time.
    private func setReminders() async throws {
        for _ in 0..<10 {
            let user = UserID()
            let goal = try await scene.setGoal(as: user) { $0.recurrence = .once }
            try await scene.remind(goal.uuid, as: user)
        }
        try await database.run(
            """
            INSERT INTO reminders SELECT other.* FROM reminders AS one, generate_series(2, 100) AS n,
                jsonb_populate_record(
                    one, jsonb_build_object('id', md5(one.id::text || n))) AS other
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

    private func count(_ sql: SQL) async throws -> Int {
        try await database.one(sql, .point) { row in try row.next() }
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
