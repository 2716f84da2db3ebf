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
@testable import Discovery
@testable import Goals

/// Slow: fills tables with 60,000 rows.
///
/// Lists of goals and of their pictures are read by an index, however many there are.
@Suite(.freshDatabase(Challenges.migrations))
struct GoalPhotoPlansTests {
    /// A page of 20, and one more.
    private static let page = 21
    /// Owns 1,000 goals, 50 of which are not over. Every tenth is for friends.
    private static let owner: UserID = Crowd.id(1)
    /// Has 1,000 pictures, and 5,000 of entries.
    private static let goal: ChallengeID = Crowd.id(7)
    private static let now = Crowd.now

    private func fill() async throws {
        let now = Self.now
        try await Database.fresh.transaction { tx in
            try await tx.run("SET LOCAL session_replication_role = replica")
            try await tx.run(
                """
                CREATE FUNCTION pg_temp.id(number int) RETURNS uuid LANGUAGE sql IMMUTABLE
                AS $$ SELECT lpad(to_hex(number), 32, '0')::uuid $$
                """
            )
            try await tx.run(
                """
                INSERT INTO people (id, username, first_name, last_name, version)
                SELECT pg_temp.id(n), 'person_' || n, 'First', 'Last', 1
                FROM generate_series(0, 999) AS n
                """
            )
            try await tx.run(
                """
                INSERT INTO challenges (id, kind, name, description, author, proof, created_at,
                    visibility)
                SELECT pg_temp.id(n), 'goal', 'Read', '', pg_temp.id(owner), 'none',
                    \(now) - n * interval '1 second',
                    CASE WHEN n % 10 = 0 THEN 'friends' ELSE 'private' END
                FROM (SELECT n, CASE WHEN n < 1000 THEN 1 ELSE n % 998 + 2 END
                    FROM generate_series(0, 19999) AS n) AS new(n, owner)
                """
            )
            try await tx.run(
                """
                INSERT INTO goals (challenge, owner, state, recurrence, first_day, rest_weekdays,
                    value, periods_met, period, ends_at, is_flagged, created_at, closed_at, version)
                SELECT id, author, CASE WHEN is_open THEN 'active' ELSE 'abandoned' END, 'daily',
                    '2023-11-14', '{}', 0, 0, CASE WHEN is_open THEN date '2023-11-14' END,
                    CASE WHEN is_open THEN \(now) + interval '1 hour' END, false, created_at,
                    CASE WHEN is_open THEN NULL ELSE created_at END, 1
                FROM (
                    SELECT *, row_number() OVER (ORDER BY created_at DESC) % 20 = 0 AS is_open
                    FROM challenges
                ) AS made
                """
            )
            try await tx.run(
                """
                INSERT INTO periods (challenge, starts_on, ends_on, state, value, is_marked, rests,
                    ends_at)
                SELECT challenge, period, period, 'open', 0, false, false, ends_at
                FROM goals WHERE period IS NOT NULL
                """
            )
            try await tx.run(
                """
                INSERT INTO photos (id, media, owner, challenge, of, subject, position, audience,
                    content_type, width, height, taken, added_at)
                SELECT pg_temp.id(n), pg_temp.id(n), pg_temp.id(owner), pg_temp.id(goal), of,
                    CASE of WHEN 'goal' THEN pg_temp.id(goal) ELSE pg_temp.id(n) END, position,
                    CASE of WHEN 'goal' THEN 'friends' ELSE 'owner' END, 'image/png', 640, 480,
                    'unknown', \(now) - n * interval '1 second'
                FROM (
                    SELECT n, 1, 7, 'goalEntry', 0 FROM generate_series(0, 4999) AS n
                    UNION ALL
                    SELECT n, 1, 7, 'goal', n - 5000 FROM generate_series(5000, 5999) AS n
                    UNION ALL
                    SELECT n, n % 998 + 2, n % 2000 + 1000, 'goal', n / 2000
                    FROM generate_series(6000, 39999) AS n
                ) AS new(n, owner, goal, of, position)
                """
            )
        }
        try await Database.fresh.run("ANALYZE")
    }

    @Test func `each list reads its page and little else`() async throws {
        try await fill()
        try await expectGalleries()
        try await expectGoals()
    }

    private func expectGalleries() async throws {
        let (page, most) = (Self.page, Looks.max)
        for after in [nil, GalleryPlace(addedAt: Self.now - .seconds(5_100), id: PhotoID())] {
            let own = goalPage(isOwn: true, after: after)
            try await expectPlan(finding: page, reading: page, sorting: 0) { log in
                _ = try await log.photos(own)
            }
            let person = PersonPhotosPage(
                owner: Self.owner,
                viewer: Self.owner,
                isFriend: false,
                after: after,
                limit: page
            )
            try await expectPlan(finding: page, reading: page, sorting: 0) { log in
                _ = try await log.photos(person)
            }
        }
        // A friend sees none of the first 5,000.
        for isOfGoal in [true, false] {
            let ofGoal = goalPage(isOwn: false, after: nil)
            let ofPerson = PersonPhotosPage(
                owner: Self.owner,
                viewer: Crowd.id(2),
                isFriend: true,
                after: nil,
                limit: page
            )
            let start: any GalleryPage = isOfGoal ? ofGoal : ofPerson
            try await expectPlan(finding: 1, reading: most, sorting: 0) { log in
                _ = try await log.end(of: start)
            }
            var bounded = start
            bounded.until = try await Database.fresh.end(of: start)
            let last = bounded
            try await expectPlan(finding: 0, reading: most, sorting: 0) { log in
                _ = try await log.photos(last)
            }
        }
        // The first pictures of goals.
        try await expectPlan(finding: 20, reading: 20) { log in
            let goals: [ChallengeID] = [Self.goal, Crowd.id(1_001)]
            let photos = try await log.firstPhotos(ofGoals: goals, shownTo: Crowd.id(2))
            #expect(photos.values.map(\.count) == [10, 10])
        }
        let read = 1_000
        try await expectPlan(finding: 1, reading: read) { log in
            let count = try await log.addedCount(Self.owner, to: .goal, Self.goal.uuid)
            #expect(count == read)
        }
    }

    private func goalPage(isOwn: Bool, after: GalleryPlace?) -> GoalPhotosPage {
        GoalPhotosPage(goal: Self.goal, isOwn: isOwn, user: nil, after: after, limit: Self.page)
    }

    private func expectGoals() async throws {
        let (page, now) = (Self.page, Self.now)
        for (moment, found) in [(now, page), (now + .hours(2), 50)] {
            let due = DueGoalsPage(
                owner: Self.owner,
                now: moment,
                rules: GoalRules(),
                after: nil,
                limit: page
            )
            try await expectPlan(finding: found, reading: 2 * 50, sorting: 0) { log in
                _ = try await log.openGoals([due])
            }
        }
        for (isOwn, read) in [(true, Looks.max), (false, Looks.max)] {
            let shown = ShownGoalsPage(owner: Self.owner, isOwn: isOwn, after: nil, limit: page)
            try await expectPlan(finding: page, reading: read) { log in
                _ = try await log.goals(shown)
            }
        }
    }
}
