import Identifiers
import Postgres

/// A person who was invited to a contest, or asks to join it.
struct AskedPlace: Hashable, Sendable {
    let contest: ChallengeID
    let user: UserID
}

extension Reader {
    /// The contests in which one of two users is invited or asks to join, and the other invited them,
    /// owns the contest, or is in it, and so may come to own it.
    func contestsAsked(between pair: Pair) async throws -> Set<ChallengeID> {
        let contests = try await all(
            """
            SELECT participants.challenge
            FROM unnest(\([pair.one, pair.other]), \([pair.other, pair.one]))
                AS asked(user_id, other)
            JOIN participants ON participants.user_id = asked.user_id
                AND participants.state IN ('invited', 'requested')
            JOIN contests ON contests.challenge = participants.challenge
            LEFT JOIN participants AS others ON others.challenge = participants.challenge
                AND others.user_id = asked.other
            WHERE contests.owner = asked.other OR participants.invited_by = asked.other
                OR others.state = 'joined'
            """
        ) { row in
            try row.next(ChallengeID.self)
        }
        return Set(contests)
    }

    /// The open invitations and wishes to join between two users: one of them was asked, or asks, and
    /// the other invited them, made the code that did, or owns the contest. In the order of the users.
    func asked(between pair: Pair) async throws -> [AskedPlace] {
        try await all(
            """
            SELECT participants.challenge, participants.user_id
            FROM unnest(\([pair.one, pair.other]), \([pair.other, pair.one]))
                AS asked(user_id, other)
            JOIN participants ON participants.user_id = asked.user_id
                AND participants.state IN ('invited', 'requested')
            JOIN contests ON contests.challenge = participants.challenge
            WHERE contests.owner = asked.other
                OR participants.invited_by = asked.other
                    AND (participants.state = 'invited' OR participants.by_code)
            ORDER BY participants.user_id
            """
        ) { row in
            try AskedPlace(contest: row.next(), user: row.next())
        }
    }
}
