import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values

@testable import Challenges

/// A database of the release whose timers have another name.
@Suite(.freshDatabase(Array(Challenges.migrations.prefix { $0.name != "m05_tell_of_deadlines" })))
struct TimersMigrationTests {
    @Test func `what was sent before gets a timer of this release`() async throws {
        let (one, other) = (AssignmentID(), AssignmentID())
        try await Database.fresh.run(
            """
            INSERT INTO timers (timer, subject, due_at)
            SELECT timer, subject, now() + interval '9 days'
            FROM unnest(\(["challenges.dare", "another"]), \([one, other])) AS row(timer, subject)
            """
        )
        try await Database.fresh.migrate(Challenges.migrations)
        let due = try await Database.fresh.all(
            "SELECT subject FROM timers WHERE timer = 'challenges.assignment' AND due_at <= now()"
        ) { row in try row.next(AssignmentID.self) }
        #expect(due == [one])
    }
}
