import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

/// A page of reminders is read by an index, however many there are.
@Suite(.freshDatabase(Challenges.migrations))
struct ReminderPlansTests {
    /// A page of 20, and one more.
    private static let page = 21
    private static let user: UserID = Crowd.id(7)

    /// Stores 50 reminders of each of 400 people.
    private func fill() async throws {
        try await Crowd.fill(.fresh, people: 400) { tx in
            try await tx.run(
                """
                INSERT INTO reminders (id, user_id, of, subject, minute_of_day, weekdays, is_on,
                    version)
                SELECT pg_temp.id(n), pg_temp.id(n % 400), 'goal', pg_temp.id(n / 5),
                    n * 7 % 1440, '{1,7}', n % 2 = 0, 1
                FROM generate_series(0, 19999) AS n
                """
            )
        }
    }

    @Test func `each page reads its rows and sorts none`() async throws {
        try await fill()
        for place in [nil, (480, ReminderID())] {
            try await expectPlan(finding: Self.page, reading: Self.page, sorting: 0) { log in
                _ = try await log.reminders(of: Self.user, after: place, limit: Self.page)
            }
        }
    }
}
