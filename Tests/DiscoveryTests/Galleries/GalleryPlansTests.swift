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
@testable import Contests
@testable import Discovery

/// Slow: fills a table with 100,000 rows.
///
/// A page of a contest's gallery is read by an index, however many pictures others add.
@Suite(.freshDatabase(Challenges.migrations))
struct GalleryPlansTests {
    /// A page of 20, and one more.
    private static let page = 21
    private static let contest: ChallengeID = Crowd.id(7)
    /// Is in it, and shows 500 pictures.
    private static let inside: UserID = Crowd.id(70)
    /// Has added ten, and is no longer in it.
    private static let former: UserID = Crowd.id(3_000)
    /// Never was.
    private static let stranger: UserID = Crowd.id(3_998)

    /// Stores 95,000 pictures of 400 contests; one of them has 5,000 more that those in it see,
    /// half of them of entries, and 60 that everyone does, and three of its text.
    private func fill() async throws {
        let now = Crowd.now
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
                FROM generate_series(0, 3999) AS n
                """
            )
            try await tx.run(
                """
                INSERT INTO relations (one, other, relation, version)
                SELECT pg_temp.id(n), pg_temp.id(n + 1), 'friends', 1
                FROM generate_series(0, 3999) AS n
                """
            )
            try await tx.run(
                """
                INSERT INTO photos (id, media, owner, challenge, of, subject, position, audience,
                    content_type, width, height, taken, added_at)
                SELECT pg_temp.id(n), pg_temp.id(n), pg_temp.id(person), pg_temp.id(contest), of,
                    CASE WHEN of = 'entry' THEN pg_temp.id(n) ELSE pg_temp.id(contest) END, 0,
                    audience, 'image/png', 640, 480, 'unknown', \(now) - n * interval '1 second'
                FROM (
                    SELECT n, n % 400, n % 400 * 10 + n / 400 % 10, 'participants', 'gallery'
                    FROM generate_series(0, 94999) AS n
                    UNION ALL
                    SELECT n, 7, 70 + n / 2 % 10, 'participants',
                        CASE WHEN n % 2 = 0 THEN 'entry' ELSE 'gallery' END
                    FROM generate_series(95000, 99999) AS n
                    UNION ALL
                    SELECT n, 7, 70 + n / 2 % 10, 'public',
                        CASE WHEN n % 2 = 0 THEN 'entry' ELSE 'gallery' END
                    FROM generate_series(100000, 100059) AS n
                    UNION ALL
                    SELECT n, 7, 3000, 'participants', 'gallery'
                    FROM generate_series(100060, 100069) AS n
                    UNION ALL
                    SELECT n, 7, 75, 'participants', 'contest'
                    FROM generate_series(100070, 100072) AS n
                ) AS new(n, contest, person, audience, of)
                """
            )
            try await tx.run(
                """
                INSERT INTO entries (id, challenge, user_id, amount, occurred_at, local_day, source,
                    note, audience, state, created_at, version)
                SELECT id, challenge, owner, 1, added_at, '2023-11-14', 'manual', '', audience,
                    'counted', added_at, 1
                FROM photos WHERE of = 'entry'
                """
            )
            try await tx.run(
                """
                INSERT INTO participants (challenge, user_id, state, by_code, joined_at, entries,
                    is_flagged, version)
                SELECT pg_temp.id(7), pg_temp.id(n), 'joined', false, \(now), 0, false, 1
                FROM generate_series(70, 79) AS n
                """
            )
        }
        try await Database.fresh.run("ANALYZE")
    }

    /// Expects that a page finds so many pictures, and reads and sorts little else.
    private func expect(
        finding found: Int,
        as viewer: UserID,
        isInside: Bool = false,
        widest: Audience = .public,
        of user: UserID? = nil,
        after place: Instant? = nil,
        sorting sorts: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let log = StatementLog(.fresh)
        let page = ContestPhotosPage(
            contest: Self.contest,
            access: EntriesAccess(viewer: viewer, isInside: isInside, widest: widest),
            user: user,
            after: place.map { GalleryPlace(addedAt: $0, id: PhotoID()) },
            limit: Self.page
        )
        let photos = try await log.photos(page)
        #expect(photos.count == found, sourceLocation: sourceLocation)
        #expect(log.statements.count == 1, sourceLocation: sourceLocation)
        for statement in log.statements {
            let plan = try await Database.fresh.plan(of: statement)
            for step in plan.all {
                #expect(step.type != "Seq Scan", "\(plan)", sourceLocation: sourceLocation)
                #expect(
                    step.read <= Double(3 * Self.page),
                    "\(plan)",
                    sourceLocation: sourceLocation
                )
                #expect(step.sorted <= Double(sorts), "\(plan)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test func `each list reads its page and little else`() async throws {
        try await fill()
        let (inside, page) = (Self.inside, Self.page)
        let further = Crowd.now - .seconds(97_000)
        try await expect(finding: page, as: inside, isInside: true)
        try await expect(finding: page, as: inside, isInside: true, after: further)
        for viewer in [inside, Crowd.id(71)] {
            try await expect(finding: page, as: viewer, isInside: true, of: inside)
        }
        // What others may not see is not read.
        let sorts = 3 * page
        try await expect(finding: page, as: Self.stranger, sorting: sorts)
        try await expect(
            finding: page,
            as: Self.stranger,
            after: Crowd.now - .seconds(100_010),
            sorting: sorts
        )
        try await expect(finding: 3, as: Self.stranger, widest: .participants, sorting: sorts)
        try await expect(finding: page, as: Self.former, sorting: sorts)
        try await expect(finding: 13, as: Self.former, widest: .participants, sorting: sorts)
        try await expectCounting()
        try await expectEnding()
    }

    /// A page looks at so many pictures, however few of them its viewer may see.
    private func expectEnding() async throws {
        let most = Looks.max
        for (viewer, isInside) in [(Self.former, true), (Self.inside, false)] {
            for user in [Self.inside, nil] where user != viewer {
                let page = ContestPhotosPage(
                    contest: Self.contest,
                    access: EntriesAccess(viewer: viewer, isInside: isInside, widest: .public),
                    user: user,
                    after: nil,
                    limit: Self.page
                )
                // There are 60 with a wide audience.
                let found = isInside ? 1 : 0
                try await expectPlan(finding: found, reading: most, sorting: 0) { log in
                    _ = try await log.end(of: page)
                }
            }
        }
        // Of no contest that there is: nobody else sees them.
        let start = PersonPhotosPage(
            owner: Self.inside,
            viewer: Self.stranger,
            isFriend: false,
            after: nil,
            limit: Self.page
        )
        try await expectPlan(finding: 1, reading: most, sorting: 0) { log in
            _ = try await log.end(of: start)
        }
        var bounded = start
        bounded.until = try await Database.fresh.end(of: start)
        let page = bounded
        try await expectPlan(finding: 0, reading: most, sorting: 0) { log in
            _ = try await log.photos(page)
        }
    }

    /// What a person has added is counted by an index.
    private func expectCounting() async throws {
        let log = StatementLog(.fresh)
        let contest = Self.contest.uuid
        #expect(try await log.addedCount(Self.former, to: .gallery, contest) == 10)
        #expect(try await log.addedCount(Self.former, to: .own, Self.former.uuid) == 0)
        _ = try await log.added([MediaID(), Crowd.id(100_060)], to: .gallery, contest)
        for statement in log.statements {
            let plan = try await Database.fresh.plan(of: statement)
            for step in plan.all {
                #expect(step.type != "Seq Scan", "\(plan)")
                #expect(step.read <= Double(Self.page), "\(plan)")
            }
        }
    }
}
