import Challenges
import FoundationEssentials
package import Identifiers
package import Postgres
import TestKit
package import Testing
package import Values

/// A large data set for tests of query plans: 100,000 users. The first 2,000 have 50 rows of each
/// kind, 100,000 in total.
package enum Crowd {
    package static let share = 50
    package static let now = Instant(microseconds: 1_700_000_000_000_000)

    /// The id made from a number, as `pg_temp.id` computes it.
    package static func id<Kind>(_ number: Int) -> ID<Kind> {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        return ID(
            UUID(
                uuid: (
                    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, bytes[0], bytes[1], bytes[2], bytes[3]
                )
            )
        )
    }

    /// Fills a database with the whole crowd.
    package static func fill(_ database: Database) async throws {
        try await fill(database, people: 100_000) { tx in
            try await fillAssignments(tx)
            try await fillDefinitions(tx)
            try await fillContests(tx)
            try await fillOpinionsOfContests(tx)
            try await fillTrends(tx)
        }
    }

    /// Stores users, each a friend of the next, and then other rows, without running triggers and
    /// checks for each row.
    package static func fill(
        _ database: Database,
        people: Int,
        _ others: @Sendable (Transaction) async throws -> Void
    ) async throws {
        try await database.transaction { tx in
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
                FROM generate_series(0, \(people - 1)::int) AS n
                """
            )
            try await tx.run(
                """
                INSERT INTO relations (one, other, relation, version)
                SELECT pg_temp.id(n), pg_temp.id(n + 1), 'friends', 1
                FROM generate_series(0, \(people - 1)::int) AS n
                """
            )
            try await others(tx)
        }
        try await database.run("ANALYZE")
    }

    /// Stores 50 assignments of each recipient: ten states, five rounds.
    private static func fillAssignments(_ tx: Transaction) async throws {
        try await tx.run(
            """
            INSERT INTO challenges (id, kind, name, description, author, proof, created_at)
            SELECT pg_temp.id(n), 'dare', 'Run', '', pg_temp.id(n % 2000), 'optional', \(now)
            FROM generate_series(0, 4999) AS n
            """
        )
        try await tx.run(
            """
            INSERT INTO assignments (id, challenge, position, sender, recipient, kind, state,
                deadline, sent_at, answered_at, submitted_at, closed_at, completed_at, attempts,
                is_verified, version)
            SELECT pg_temp.id(n), pg_temp.id(n / 20), n % 20,
                pg_temp.id((n + 1 + round) % 2000), pg_temp.id(n % 2000),
                CASE WHEN state IN ('started', 'missed', 'completed') THEN 'workout'
                    ELSE 'dare' END,
                state, deadline, sent_at, CASE WHEN state <> 'sent' THEN sent_at END,
                CASE WHEN state IN ('submitted', 'done') THEN sent_at END, closed_at,
                CASE WHEN state = 'completed' THEN closed_at END,
                CASE WHEN state IN ('submitted', 'done') THEN 1 ELSE 0 END,
                CASE WHEN state IN ('done', 'completed') THEN true END, 2
            FROM (
                SELECT n, round, state, \(now) - interval '1 day' - n * interval '1 second',
                    CASE
                        WHEN state IN ('accepted', 'started', 'submitted', 'completed')
                            THEN \(now) + (round + 1) * interval '1 hour'
                        WHEN state = 'missed' THEN \(now) - (round / 10 + 1) * interval '2 days'
                        WHEN state = 'expired' THEN \(now) - interval '1 day'
                    END,
                    CASE
                        WHEN state = 'missed' THEN
                            \(now) - (round / 10 + 1) * interval '2 days' + interval '1 second'
                        WHEN state NOT IN ('sent', 'accepted', 'started', 'submitted')
                            THEN \(now) - (round + 1) * interval '1 day'
                    END
                FROM generate_series(0, 99999) AS n
                CROSS JOIN LATERAL (SELECT n / 2000) AS rounds(round)
                CROSS JOIN LATERAL (SELECT (ARRAY['sent', 'accepted', 'done', 'started', 'missed',
                    'denied', 'done', 'completed', 'submitted', 'expired'])[round % 10 + 1])
                    AS states(state)
            ) AS row(n, round, state, sent_at, deadline, closed_at)
            """
        )
        try await tx.run(
            """
            INSERT INTO attempts (id, assignment, number, note, submitted_at, outcome, decided_at)
            SELECT id, id, 1, 'Done.', submitted_at,
                CASE WHEN closed_at IS NULL THEN 'waiting' ELSE 'approved' END, closed_at
            FROM assignments WHERE attempts > 0
            """
        )
        try await tx.run(
            """
            INSERT INTO photos (id, media, owner, challenge, of, subject, position, content_type,
                width, height, taken, added_at)
            SELECT id, id, recipient, challenge, 'attempt', id, 0, 'image/png', 640, 480,
                'during', submitted_at
            FROM assignments WHERE attempts > 0
            """
        )
    }

    /// Stores 50 public definitions of each user, with likes, wishes and uses. Each of the first
    /// 2,000 definitions has 50 likes.
    private static func fillDefinitions(_ tx: Transaction) async throws {
        try await tx.run(
            """
            INSERT INTO definitions (id, author, name, caption, description, category,
                whole_numbers, timer, proof, visibility, state, created_at, changed_at, version,
                translations, folded)
            SELECT pg_temp.id(n), pg_temp.id(n % 2000), 'Run ' || n, '',
                CASE WHEN n % 2000 = 7 THEN 'lighthouse' ELSE 'park' END,
                CASE WHEN n % 2000 = 11 THEN 'rowing'
                    ELSE (ARRAY['endurance', 'strength', 'flexibility'])[n % 3 + 1] END,
                false, 'none', 'optional', 'public', 'shown', created_at, created_at, 1, '',
                array_to_tsvector(ARRAY['run', n::text,
                    CASE WHEN n % 2000 = 7 THEN 'lighthouse' ELSE 'park' END])
            FROM generate_series(0, 99999) AS n
            CROSS JOIN LATERAL (SELECT \(now) - n * interval '1 second') AS made(created_at)
            """
        )
        try await tx.run(
            """
            INSERT INTO definition_counts (definition, likes, users, rating_sum, ratings,
                is_public, category)
            SELECT definitions.id, 0, n % 5000, 0, 0, true, definitions.category
            FROM generate_series(0, 99999) AS n JOIN definitions ON definitions.id = pg_temp.id(n)
            """
        )
        try await fillUnseen(tx)
        try await tx.run(
            """
            INSERT INTO likes (target, user_id, of, liked_at)
            SELECT pg_temp.id(n % 2000), pg_temp.id(n / 2000), 'definition',
                \(now) - n * interval '1 second'
            FROM generate_series(0, 99999) AS n
            """
        )
        try await tx.run(
            """
            INSERT INTO wishes (target, user_id, of, wished_at)
            SELECT pg_temp.id(n / 2000), pg_temp.id(n % 2000), 'definition',
                \(now) - n * interval '1 second'
            FROM generate_series(0, 99999) AS n
            """
        )
        try await tx.run(
            """
            INSERT INTO definition_uses (definition, user_id, first_at)
            SELECT pg_temp.id(n / 2000), pg_temp.id(n % 2000), \(now)
            FROM generate_series(0, 99999) AS n
            """
        )
        try await tx.run(
            """
            INSERT INTO photos (id, media, owner, of, subject, position, content_type, width,
                height, taken, added_at)
            SELECT gen_random_uuid(), pg_temp.id(n), pg_temp.id(n % 2000), 'definition',
                pg_temp.id(n), 0, 'image/png', 640, 480, 'unknown', \(now)
            FROM generate_series(0, 99999) AS n
            """
        )
    }

    /// Stores definitions that precede the others in each order: for each user, ten that few users
    /// or none can see, and a public one that is not a workout. The public ones all have the same
    /// number of uses. The ids begin at 500,000.
    private static func fillUnseen(_ tx: Transaction) async throws {
        try await tx.run(
            """
            INSERT INTO definitions (id, author, name, caption, description, category,
                whole_numbers, timer, proof, visibility, state, created_at, changed_at, version,
                translations, folded)
            SELECT pg_temp.id(500000 + n), pg_temp.id(n % 2000), 'Run ' || n, '', 'park',
                CASE WHEN kind = 'public' THEN NULL WHEN n % 2000 = 11 THEN 'rowing'
                    ELSE (ARRAY['endurance', 'strength', 'flexibility'])[n % 3 + 1] END,
                false, 'none', 'optional',
                CASE WHEN kind IN ('private', 'friends') THEN kind ELSE 'public' END,
                CASE WHEN kind IN ('hidden', 'deleted') THEN kind ELSE 'shown' END,
                created_at, created_at, 1, '', array_to_tsvector(ARRAY['run', n::text, 'park'])
            FROM generate_series(0, 21999) AS n
            CROSS JOIN LATERAL (SELECT \(now) + (22000 - n) * interval '1 second')
                AS made(created_at)
            CROSS JOIN LATERAL (SELECT (ARRAY['private', 'friends', 'deleted', 'private', 'hidden',
                'friends', 'private', 'deleted', 'private', 'friends', 'public'])[n / 2000 + 1])
                AS kinds(kind)
            """
        )
        try await tx.run(
            """
            INSERT INTO definition_counts (definition, likes, users, rating_sum, ratings,
                is_public, category)
            SELECT definitions.id, 0, CASE WHEN is_public THEN 7000 ELSE 30000 - n END, 0, 0,
                is_public, definitions.category
            FROM generate_series(0, 21999) AS n
            JOIN definitions ON definitions.id = pg_temp.id(500000 + n)
            CROSS JOIN LATERAL (SELECT definitions.state = 'shown'
                AND definitions.visibility = 'public') AS shelf(is_public)
            """
        )
    }
}

// Contests. Their ids begin at 1,000,000.
extension Crowd {
    /// Stores 50 contests of each user, in all visibilities and states. Each user has a role in 50
    /// contests of other users, and a picture in each of them.
    private static func fillContests(_ tx: Transaction) async throws {
        try await tx.run(
            """
            INSERT INTO challenges (id, kind, name, description, author, proof, created_at,
                definition)
            SELECT pg_temp.id(1000000 + n), CASE WHEN n % 3 = 0 THEN 'open' ELSE 'competition' END,
                'Run', CASE WHEN n % 2000 = 7 THEN 'lighthouse' ELSE 'park' END,
                pg_temp.id(n % 2000), 'optional', \(now) - n * interval '1 second',
                pg_temp.id(n / 2000)
            FROM generate_series(0, 99999) AS n
            """
        )
        try await tx.run(
            """
            INSERT INTO contests (challenge, kind, owner, state, visibility, category, created_at,
                published_at, starts_at, ends_at, settles_at, closed_at, time_zone, whole_days,
                aggregation, direction, score, sources, needs_approval, members_may_invite,
                locks_late, author_plays, invitees, version, words, author, folded)
            SELECT pg_temp.id(1000000 + n), CASE WHEN n % 3 = 0 THEN 'open' ELSE 'competition' END,
                pg_temp.id(n % 2000), state,
                (ARRAY['private', 'friends', 'link', 'public'])[n / 2000 % 4 + 1],
                CASE WHEN n % 2000 = 11 THEN 'rowing'
                    ELSE (ARRAY['endurance', 'strength', 'flexibility'])[n % 3 + 1] END,
                \(now) - n * interval '1 second', \(now), \(now), \(now) + interval '1 day',
                \(now) + interval '2 days',
                CASE WHEN state IN ('completed', 'cancelled') THEN \(now) END, 'UTC', false, 'sum',
                'higher', 'raw', 'any', false, false, false, true, '{}', 1,
                contest_words('Run', '', CASE WHEN n % 2000 = 7 THEN 'lighthouse' ELSE 'park' END),
                pg_temp.id(n % 2000), array_to_tsvector(ARRAY['run',
                    CASE WHEN n % 2000 = 7 THEN 'lighthouse' ELSE 'park' END])
            FROM generate_series(0, 99999) AS n
            CROSS JOIN LATERAL (SELECT (ARRAY['active', 'scheduled', 'completed', 'active',
                'settling', 'completed', 'cancelled', 'active', 'scheduled', 'draft'])
                [n / 2000 % 10 + 1]) AS states(state)
            """
        )
        try await tx.run(
            """
            INSERT INTO contest_counts (challenge, joined, joins, likes, is_public, is_open,
                category)
            SELECT pg_temp.id(1000000 + n), 1, 1 + n % 5000, 0,
                contests.visibility = 'public' AND contests.state <> 'draft',
                contests.visibility = 'public' AND contests.state IN ('scheduled', 'active'),
                contests.category
            FROM generate_series(0, 99999) AS n
            JOIN contests ON contests.challenge = pg_temp.id(1000000 + n)
            """
        )
        try await tx.run(
            """
            INSERT INTO participants (challenge, user_id, state, by_code, joined_at, completed_at,
                entries, is_flagged, version, contest_created_at)
            SELECT pg_temp.id(1000000 + number), pg_temp.id(n % 2000),
                (ARRAY['joined', 'joined', 'invited', 'left', 'declined'])[n / 2000 % 5 + 1],
                false, \(now), CASE WHEN n / 2000 % 10 = 1 THEN \(now) END, 0, false, 1,
                \(now) - number * interval '1 second'
            FROM generate_series(0, 99999) AS n
            CROSS JOIN LATERAL (SELECT n / 2000 * 2000 + (n % 2000 + 13 * (n / 2000 + 1)) % 2000)
                AS contest(number)
            """
        )
        try await tx.run(
            """
            INSERT INTO photos (id, media, owner, challenge, of, subject, position, audience,
                content_type, width, height, taken, added_at)
            SELECT pg_temp.id(3000000 + n), pg_temp.id(3000000 + n), pg_temp.id(n % 2000), contest,
                'gallery', contest, 0,
                (ARRAY['participants', 'public', 'friends'])[n / 2000 % 3 + 1], 'image/png', 640,
                480, 'during', \(now) - n * interval '1 second'
            FROM generate_series(0, 99999) AS n
            CROSS JOIN LATERAL (SELECT pg_temp.id(
                1000000 + n / 2000 * 2000 + (n % 2000 + 13 * (n / 2000 + 1)) % 2000))
                AS shown(contest)
            """
        )
    }
}

// Opinions of the contests of the fourth round, which are public and active.
extension Crowd {
    /// Stores 50 likes of each of these contests, and 25 wishes of each user.
    private static func fillOpinionsOfContests(_ tx: Transaction) async throws {
        try await tx.run(
            """
            INSERT INTO likes (target, user_id, of, liked_at)
            SELECT pg_temp.id(1006000 + n % 2000), pg_temp.id(n / 2000), 'contest',
                \(now) - n * interval '1 second'
            FROM generate_series(0, 99999) AS n
            """
        )
        try await tx.run(
            """
            INSERT INTO wishes (target, user_id, of, wished_at)
            SELECT pg_temp.id(1006000 + n / 2000), pg_temp.id(n % 2000), 'contest',
                \(now) - n * interval '1 second'
            FROM generate_series(0, 49999) AS n
            """
        )
    }

    /// Makes all public definitions and contests trend.
    private static func fillTrends(_ tx: Transaction) async throws {
        try await tx.run(
            """
            INSERT INTO trends (target, of, score, people, computed_at, due_at)
            SELECT contest_counts.challenge, 'contest', 1000000 + contest_counts.joins, 3, \(now),
                \(now) + interval '1 hour'
            FROM contest_counts WHERE contest_counts.is_public
            UNION ALL
            SELECT definitions.id, 'definition', 1000000 + n % 5000, 3, \(now),
                \(now) + interval '1 hour'
            FROM generate_series(0, 99999) AS n JOIN definitions ON definitions.id = pg_temp.id(n)
            """
        )
        try await tx.run(
            """
            INSERT INTO popularity (target, of, user_id, what, at)
            SELECT target, of, user_id, 'like', liked_at FROM likes
            """
        )
    }
}

/// Gives all tests of a suite one database, which the crowd fills.
package struct CrowdedDatabase: SuiteTrait, TestScoping {
    package init() {}

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await FreshDatabase.with(Challenges.migrations) { current in
            try await Crowd.fill(current.database)
            try await FreshDatabase.$current.withValue(current) { try await function() }
        }
    }
}
