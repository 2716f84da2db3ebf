import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values

@testable import Challenges
@testable import Contests

/// A code is found, and a page of codes read, by an index, however many there are.
@Suite(.freshDatabase(Challenges.migrations))
struct CodePlansTests {
    /// A page of 20, and one more.
    private static let page = 21
    /// How many codes the first contests have, of ten people each.
    private static let share = 50
    private static let contest: ChallengeID = Crowd.id(7)
    private static let maker: UserID = Crowd.id(70)
    private static let stranger: UserID = Crowd.id(3_999)

    /// Stores 2,000 contests, of which 400 have 50 codes each.
    private func fill() async throws {
        let now = Crowd.now
        try await Crowd.fill(.fresh, people: 4_000) { tx in
            try await tx.run(
                """
                INSERT INTO challenges (id, kind, name, description, author, proof, created_at)
                SELECT pg_temp.id(n), 'competition', 'Run', '', pg_temp.id(n), 'optional', \(now)
                FROM generate_series(0, 1999) AS n
                """
            )
            try await tx.run(
                """
                INSERT INTO contests (challenge, kind, owner, state, visibility, created_at,
                    published_at, starts_at, ends_at, time_zone, whole_days, aggregation, direction,
                    score, sources, needs_approval, members_may_invite, locks_late, author_plays,
                    invitees, version)
                SELECT pg_temp.id(n), 'competition', pg_temp.id(n), 'active', 'private', \(now),
                    \(now), \(now), \(now) + interval '1 day', 'UTC', false, 'sum', 'higher', 'raw',
                    'any', false, true, false, true, '{}', 1
                FROM generate_series(0, 1999) AS n
                """
            )
            try await tx.run(
                """
                INSERT INTO participants (challenge, user_id, state, by_code, joined_at, entries,
                    is_flagged, version)
                SELECT pg_temp.id(n / 10), pg_temp.id(n), 'joined', false, \(now), 0, false, 1
                FROM generate_series(0, 3999) AS n
                """
            )
            try await tx.run(
                """
                INSERT INTO codes (code, challenge, made_by, made_at, uses, expires_at)
                SELECT 'c' || lpad(n::text, 15, '0'), pg_temp.id(n % 400),
                    pg_temp.id(n % 400 * 10 + n / 400 % 10), \(now) - n * interval '1 second', 0,
                    \(now) + interval '14 days'
                FROM generate_series(0, 19999) AS n
                """
            )
        }
    }

    @Test func `of many codes one is found, or none, by one look-up`() async throws {
        try await fill()
        try await expectPlan(finding: 0, reading: 0) { log in
            _ = try await log.code("c00000000009999a", for: Self.stranger)
        }
        for user in [Self.stranger, nil] {
            try await expectPlan(finding: 1, reading: 1) { log in
                _ = try await log.code("c000000000000007", for: user)
            }
        }
        let most = Self.share + Self.page
        try await expectPlan(finding: Self.page, reading: most) { log in
            _ = try await log.codes(
                of: Self.contest,
                madeBy: nil,
                after: nil,
                limit: Self.page
            )
        }
        try await expectPlan(finding: Self.page, reading: most) { log in
            let place = (Crowd.now - .seconds(4_007), "c000000000004007")
            _ = try await log.codes(
                of: Self.contest,
                madeBy: nil,
                after: place,
                limit: Self.page
            )
        }
        try await expectPlan(finding: 5, reading: most) { log in
            _ = try await log.codes(
                of: Self.contest,
                madeBy: Self.maker,
                after: nil,
                limit: Self.page
            )
        }
        try await expectPlan(finding: 1, reading: 5) { log in
            _ = try await log.openCodeCount(of: Self.maker, at: Crowd.now)
        }
    }
}
