import Identifiers
import Postgres

/// An invitee or requester of a contest.
struct AskedPlace: Hashable, Sendable {
    package let contest: ChallengeID
    let user: UserID
}

extension Reader {
    /// The contests in which one of two users is an invitee or requester, and the other invited
    /// them, owns the contest, or participates and so may become the owner. Ordered by id.
    ///
    /// - Parameters:
    ///   - pair: The two users.
    ///   - last: The page starts after this contest; `nil` for the first page.
    ///   - limit: The maximum number of contests.
    /// - Returns: The contests.
    /// - Throws: `PostgresError`.
    func contestsAsked(
        between pair: Pair,
        after last: ChallengeID?,
        limit: Int
    ) async throws -> [ChallengeID] {
        try await all(
            """
            SELECT DISTINCT participants.challenge
            FROM unnest(\([pair.one, pair.other]), \([pair.other, pair.one]))
                AS asked(user_id, other)
            JOIN participants ON participants.user_id = asked.user_id
                AND participants.state IN ('invited', 'requested')
            JOIN contests ON contests.challenge = participants.challenge
            LEFT JOIN participants AS others ON others.challenge = participants.challenge
                AND others.user_id = asked.other
            WHERE (\(last)::uuid IS NULL OR participants.challenge > \(last))
                AND (contests.owner = asked.other OR participants.invited_by = asked.other
                    OR others.state = 'joined')
            ORDER BY participants.challenge LIMIT \(limit)
            """
        ) { row in
            try row.next()
        }
    }

    /// The open invitations and join requests between two users in some contests: one of them is
    /// the invitee or requester, and the other invited them, created the code, or owns the contest.
    /// Ordered by user.
    func asked(
        between pair: Pair,
        in contests: [ChallengeID]
    ) async throws -> [AskedPlace] {
        guard !contests.isEmpty else { return [] }
        return try await all(
            """
            SELECT participants.challenge, participants.user_id
            FROM unnest(\([pair.one, pair.other]), \([pair.other, pair.one]))
                AS asked(user_id, other)
            JOIN participants ON participants.user_id = asked.user_id
                AND participants.state IN ('invited', 'requested')
            JOIN contests ON contests.challenge = participants.challenge
            WHERE participants.challenge = ANY(\(contests))
                AND (contests.owner = asked.other
                    OR participants.invited_by = asked.other
                        AND (participants.state = 'invited' OR participants.by_code))
            ORDER BY participants.user_id
            """
        ) { row in
            try AskedPlace(contest: row.next(), user: row.next())
        }
    }
}
