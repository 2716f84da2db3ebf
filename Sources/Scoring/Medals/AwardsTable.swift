import Identifiers
import Postgres
import ScoringAPI
import Values

// The `awards` table: the medals that users earned. No other file names it.
extension Transaction {
    /// Awards the medals that their users do not have yet, in a fixed order, so that two
    /// transactions do not deadlock. Existing void medals become valid again.
    ///
    /// - Parameters:
    ///   - medals: The medals.
    ///   - now: The time, which late medals have as the time when they were seen.
    /// - Returns: The ids of the new medals.
    /// - Throws: `PostgresError`.
    func give(_ medals: [EarnedMedal], at now: Instant) async throws -> Set<MedalID> {
        guard !medals.isEmpty else { return [] }
        try enqueue(
            """
            UPDATE awards SET voided_at = NULL
            FROM unnest(\(medals.map(\.user)), \(medals.map(\.medal)), \(medals.map(\.cause)))
                AS earned(user_id, medal, cause)
            WHERE awards.user_id = earned.user_id AND awards.medal = earned.medal
                AND awards.cause = earned.cause AND awards.voided_at IS NOT NULL
            """
        )
        let given = try await all(
            """
            INSERT INTO awards (id, user_id, medal, cause, challenge, earned_at, seen_at)
            SELECT id, user_id, medal, cause, challenge, earned_at, seen_at
            FROM unnest(\(medals.map(\.id)), \(medals.map(\.user)), \(medals.map(\.medal)),
                \(medals.map(\.cause)), \(medals.map(\.challenge)),
                \(medals.map(\.earnedAt)), \(medals.map { $0.isLate ? now : nil }))
                AS earned(id, user_id, medal, cause, challenge, earned_at, seen_at)
            ORDER BY user_id, medal, cause
            ON CONFLICT ON CONSTRAINT awards_once DO NOTHING RETURNING id
            """
        ) { row in try row.next(MedalID.self) }
        return Set(given)
    }

    /// Voids users' medals for the goals of contests, in a fixed order.
    ///
    /// - Parameters:
    ///   - medals: The kinds of medals.
    ///   - goals: The users and the contests.
    ///   - now: The time.
    /// - Returns: The medals that became void.
    /// - Throws: `PostgresError`.
    func void(
        _ medals: [String],
        for goals: [LostGoal],
        at now: Instant
    ) async throws -> [MedalID] {
        let ids = try await all(
            """
            SELECT awards.id
            FROM unnest(\(goals.map(\.contest)), \(goals.map(\.user))) AS lost(challenge, user_id)
            JOIN awards ON awards.user_id = lost.user_id AND awards.challenge = lost.challenge
            WHERE awards.medal = ANY(\(medals)) AND awards.voided_at IS NULL
            """
        ) { row in try row.next(MedalID.self) }
        return try await void(ids, at: now)
    }

    /// Voids medals that were lost, in one order.
    ///
    /// - Returns: The medals that became void.
    func void(_ lost: [LostMedal], at now: Instant) async throws -> [MedalID] {
        guard !lost.isEmpty else { return [] }
        let ids = try await all(
            """
            SELECT awards.id
            FROM unnest(\(lost.map(\.user)), \(lost.map(\.medal)), \(lost.map(\.cause)))
                AS lost(user_id, medal, cause)
            JOIN awards ON awards.user_id = lost.user_id AND awards.medal = lost.medal
                AND awards.cause = lost.cause
            WHERE awards.voided_at IS NULL
            """
        ) { row in try row.next(MedalID.self) }
        return try await void(ids, at: now)
    }

    private func void(_ ids: [MedalID], at now: Instant) async throws -> [MedalID] {
        guard !ids.isEmpty else { return [] }
        try enqueue("SELECT FROM awards WHERE id = ANY(\(ids)) ORDER BY id FOR NO KEY UPDATE")
        return try await all(
            """
            UPDATE awards SET voided_at = \(now)
            WHERE id = ANY(\(ids)) AND voided_at IS NULL RETURNING id
            """
        ) { row in try row.next(MedalID.self) }
    }

    /// Marks a user's new medals as seen: those with these ids, or all if `ids` is `nil`. Sent with
    /// the next statement.
    func see(_ ids: [MedalID]?, of user: UserID, at now: Instant) throws {
        if let ids {
            try enqueue(
                """
                UPDATE awards SET seen_at = \(now) WHERE id IN (
                    SELECT id FROM awards
                    WHERE user_id = \(user) AND seen_at IS NULL AND voided_at IS NULL
                        AND id = ANY(\(ids))
                    ORDER BY id FOR NO KEY UPDATE)
                """
            )
        } else {
            try enqueue(
                """
                UPDATE awards SET seen_at = \(now) WHERE id IN (
                    SELECT id FROM awards
                    WHERE user_id = \(user) AND seen_at IS NULL AND voided_at IS NULL
                    ORDER BY id FOR NO KEY UPDATE)
                """
            )
        }
    }
}

extension Reader {
    /// The medals of a user after another one, newest first, without void ones.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - kind: The kind of medals; `nil` for all kinds.
    ///   - last: The last medal of the page before, which may be void; `nil` for the first
    ///     page.
    ///   - limit: The maximum number of medals.
    /// - Returns: The medals.
    /// - Throws: `PostgresError`.
    func medals(
        of user: UserID,
        _ kind: Medal.Kind?,
        after last: MedalID?,
        limit: Int
    ) async throws -> [Award] {
        try await all(
            """
            SELECT awards.id, awards.medal, medals.family, awards.challenge, awards.earned_at,
                awards.seen_at
            FROM awards JOIN medals ON medals.id = awards.medal
            WHERE awards.user_id = \(user) AND awards.voided_at IS NULL \(only: kind)
                \(after: last, of: user)
            ORDER BY awards.earned_at DESC, awards.id DESC LIMIT \(limit)
            """,
            .point
        ) { row in
            try Award(
                id: row.next(),
                medal: Medal.Kind(rawValue: row.next()) ?? .unknown,
                family: Medal.Family(rawValue: row.next()) ?? .unknown,
                challenge: row.next(),
                earnedAt: row.next(),
                seenAt: row.next()
            )
        }
    }

    /// The newest medal of each kind that a user has, without void ones.
    func newestAwards(
        of user: UserID,
        _ kinds: [String]
    ) async throws -> [String: MedalProgress.Award] {
        let awards = try await all(
            """
            SELECT asked.medal, newest.id, newest.earned_at, newest.seen_at
            FROM unnest(\(kinds)) AS asked(medal) CROSS JOIN LATERAL (
                SELECT id, earned_at, seen_at FROM awards
                WHERE user_id = \(user) AND medal = asked.medal AND voided_at IS NULL
                ORDER BY earned_at DESC, id DESC LIMIT 1
            ) AS newest
            """,
            .point
        ) { row in
            let kind: String = try row.next()
            return try (
                kind,
                MedalProgress.Award(id: row.next(), earnedAt: row.next(), seenAt: row.next())
            )
        }
        return Dictionary(uniqueKeysWithValues: awards)
    }

    /// The number of a user's new medals.
    func newMedals(of user: UserID) async throws -> Int {
        try await one(
            """
            SELECT count(*) FROM awards
            WHERE user_id = \(user) AND seen_at IS NULL AND voided_at IS NULL
            """
        ) { row in try row.next() }
    }
}

extension Reader {
    /// The medals of users that differ from what their counters, streaks and days earn, in one
    /// snapshot: for milestones, for streaks, and for the first proof.
    ///
    /// Counters that passed a milestone a moment ago are left out. So is a medal that outlives its
    /// streak or proof, because what a user deletes takes nothing back.
    func differingMedals(of users: [UserID]) async throws -> [ScoreDifference] {
        try await all(
            """
            SELECT due.person, due.medal, due.cause, due.is_earned FROM (
                SELECT asked.person, medals.id AS medal, '' AS cause,
                    coalesce(counters.count >= medals.threshold, false) AS is_earned
                FROM unnest(\(users)) AS asked(person)
                JOIN medals ON medals.family = 'milestone'
                LEFT JOIN counters ON counters.user_id = asked.person
                    AND counters.counter = medals.counter
                WHERE counters.is_due IS NOT true
                UNION ALL
                SELECT streaks.user_id, medals.id, coalesce(streaks.goal::text, ''), true
                FROM unnest(\(users)) AS asked(person)
                JOIN streaks ON streaks.user_id = asked.person
                    AND (streaks.goal IS NULL OR streaks.is_daily)
                JOIN medals ON medals.family = 'streak'
                    AND medals.threshold <= least(streaks.best, streaks.awarded)
                UNION ALL
                SELECT DISTINCT asked.person, medals.id, '', true
                FROM unnest(\(users)) AS asked(person)
                JOIN streaks ON streaks.user_id = asked.person AND streaks.goal IS NULL
                JOIN streak_days ON streak_days.streak = streaks.id AND streak_days.has_proof
                JOIN medals ON medals.id = 'firstProof'
            ) AS due
            LEFT JOIN awards ON awards.user_id = due.person AND awards.medal = due.medal
                AND awards.cause = due.cause AND awards.voided_at IS NULL
            WHERE due.is_earned <> (awards.id IS NOT NULL)
            ORDER BY due.person, due.medal, due.cause
            """
        ) { row in
            let (user, medal, cause, isEarned): (UserID, String, String, Bool) = try row.read()
            return ScoreDifference(
                user: user,
                score: "medal \(medal)" + (cause.isEmpty ? "" : " \(cause)"),
                stored: isEarned ? "none" : "earned",
                recounted: isEarned ? "earned" : "none"
            )
        }
    }
}

extension SQL.StringInterpolation {
    /// Writes the condition that medals are of a kind, if `kind` is not `nil`.
    fileprivate mutating func appendInterpolation(only kind: Medal.Kind?) {
        guard let kind else { return }
        appendLiteral("AND awards.medal = ")
        appendInterpolation(kind.rawValue)
    }

    /// Writes the condition that medals come after one of the user, if `last` is not `nil`.
    fileprivate mutating func appendInterpolation(after last: MedalID?, of user: UserID) {
        guard let last else { return }
        appendLiteral(
            """
            AND (awards.earned_at, awards.id) < (
                SELECT last.earned_at, last.id FROM awards AS last WHERE last.id =
            """
        )
        appendLiteral(" ")
        appendInterpolation(last)
        appendLiteral(" AND last.user_id = ")
        appendInterpolation(user)
        appendLiteral(")")
    }
}
