import ChallengesCore
import FoundationEssentials
import Identifiers
import People
import Postgres
import Values

// The `popularity` table. Triggers of the tables that store acts fill it, whichever release writes
// to those.
extension Transaction {
    /// Adds the acts of rows that are older than this table, as the rows are now, unless they are
    /// counted already. Sent with the next statement.
    ///
    /// The definitions and contests of acts that still count must be locked (`expect`). So an act
    /// that was taken back since the rows were read is not added, and one that is taken back later
    /// is already in the table. An act that no longer counts may remain here although it was taken
    /// back.
    func takeOver(_ rows: [ActedRow], of source: PopularityWalk.Source) throws {
        guard !rows.isEmpty else { return }
        let (targets, users) = (rows.map(\.target), rows.map(\.user))
        switch source {
        case .contestCounts:
            break
        case .definitionUses:
            try enqueue(
                """
                INSERT INTO popularity (target, of, user_id, what, at)
                SELECT definition_uses.definition, 'definition', definition_uses.user_id, act.what,
                    act.at
                FROM unnest(\(targets), \(users)) AS acted(target, user_id)
                JOIN definition_uses ON definition_uses.definition = acted.target
                    AND definition_uses.user_id = acted.user_id
                CROSS JOIN LATERAL (VALUES ('join', definition_uses.first_at),
                    ('completion', definition_uses.completed_at)) AS act(what, at)
                WHERE act.at IS NOT NULL
                ON CONFLICT ON CONSTRAINT popularity_pkey DO NOTHING
                """
            )
        case .likes:
            try enqueue(
                """
                INSERT INTO popularity (target, of, user_id, what, at)
                SELECT likes.target, likes.of, likes.user_id, 'like', likes.liked_at
                FROM unnest(\(targets), \(users)) AS acted(target, user_id)
                JOIN likes ON likes.target = acted.target AND likes.user_id = acted.user_id
                ON CONFLICT ON CONSTRAINT popularity_pkey DO NOTHING
                """
            )
        case .participants:
            try enqueue(
                """
                INSERT INTO popularity (target, of, user_id, what, at)
                SELECT participants.challenge, 'contest', participants.user_id, act.what, act.at
                FROM unnest(\(targets), \(users)) AS acted(target, user_id)
                JOIN participants ON participants.challenge = acted.target
                    AND participants.user_id = acted.user_id
                CROSS JOIN LATERAL (VALUES ('join', participants.joined_at),
                    ('completion', participants.completed_at)) AS act(what, at)
                WHERE act.at IS NOT NULL
                ON CONFLICT ON CONSTRAINT popularity_pkey DO NOTHING
                """
            )
        }
    }
}

extension Reader {
    /// Whether a person has ever liked a definition or a contest.
    func hasLiked<Kind>(_ target: ID<Kind>, _ user: UserID) async throws -> Bool {
        try await one(
            """
            SELECT EXISTS (SELECT FROM popularity
                WHERE target = \(target) AND user_id = \(user) AND what = \(Act.What.like))
            """,
            .point
        ) { row in
            try row.next()
        }
    }

    /// The activity of definitions and contests within the window; those without any are left out.
    /// Acts of the author, of the owner and of inactive accounts do not count. Of each target, the
    /// most recent `actsMax` acts count.
    ///
    /// Participants who have an entry at the end of a competition complete it, as `hasCompleted`
    /// says, but no row is stored for them: there may be very many at one moment.
    func activities(
        with targets: [UUID],
        at now: Instant,
        under rules: DiscoveryRules
    ) async throws -> [Activity] {
        let halfLife = Double(rules.trendingHalfLife.components.seconds)
        let start = now - rules.trendingWindow
        return try await all(
            """
            SELECT asked.target,
                coalesce(definitions.visibility = 'public' AND definitions.state = 'shown',
                    contests.visibility = 'public' AND contests.state <> 'draft'
                        AND contests.hidden_at IS NULL, false),
                count(DISTINCT acts.user_id),
                round(1e9::float8 * (ln(2::float8) ^ -1
                    * ln(sum(power(0.5::float8, least(acts.age / \(halfLife), 1000))
                        * acts.weight))
                    + extract(epoch FROM \(now))::float8 / \(halfLife)))::bigint,
                min(acts.at)
            FROM unnest(\(targets)) AS asked(target)
            LEFT JOIN definitions ON definitions.id = asked.target
            LEFT JOIN contests ON contests.challenge = asked.target
            LEFT JOIN challenges ON challenges.id = contests.challenge
            CROSS JOIN LATERAL (
                SELECT done.user_id, done.at,
                    extract(epoch FROM \(now) - done.at)::float8 AS age,
                    CASE done.what
                        WHEN \(Act.What.join) THEN \(Act.What.join.weight)
                        WHEN \(Act.What.completion) THEN \(Act.What.completion.weight)
                        ELSE \(Act.What.like.weight)
                    END AS weight
                FROM (
                    (SELECT popularity.user_id, popularity.what, popularity.at
                    FROM popularity
                    WHERE popularity.target = asked.target AND popularity.at > \(start)
                        AND NOT popularity.is_taken_back AND \(counts: "popularity.user_id")
                    ORDER BY popularity.at DESC LIMIT \(Activity.actsMax))
                    UNION ALL
                    (SELECT participants.user_id, \(Act.What.completion), contests.closed_at
                    FROM unnest(ARRAY[contests.challenge]) AS ended(challenge)
                    JOIN participants ON participants.challenge = ended.challenge
                    WHERE contests.closed_at > \(start) AND \(Clauses.completedCompetition)
                        AND participants.completed_at IS NULL
                        AND \(counts: "participants.user_id")
                    LIMIT \(Activity.actsMax))
                ) AS done(user_id, what, at)
                ORDER BY done.at DESC LIMIT \(Activity.actsMax)
            ) AS acts
            GROUP BY asked.target, definitions.id, contests.challenge
            """
        ) { row in
            try Activity(
                target: row.next(),
                isPublic: row.next(),
                people: row.next(),
                score: row.next(),
                oldestAt: row.next()
            )
        }
    }
}

extension SQL.StringInterpolation {
    /// The condition that acts count if the actor is in this column: an active user who is neither
    /// the author nor the owner.
    fileprivate mutating func appendInterpolation(counts person: StaticString) {
        appendLiteral(person)
        appendLiteral(" IS DISTINCT FROM definitions.author AND ")
        appendLiteral(person)
        appendLiteral(" IS DISTINCT FROM challenges.author AND ")
        appendLiteral(person)
        appendLiteral(" IS DISTINCT FROM contests.owner AND coalesce(")
        appendInterpolation(standingOf: person)
        appendLiteral(", 'active') = 'active'")
    }
}

extension Activity {
    /// The maximum number of acts that are counted for one target; the most recent ones.
    static let actsMax = 10_000
}
