import Identifiers
import Postgres

extension Reader {
    /// The users among the given ones who may be notified of a shared contest: not its owner, nor
    /// participants, removed participants, or users in a blocked pair with its owner.
    func users(_ users: [UserID], whoMayBeShown contest: ContestRecord) async throws -> [UserID] {
        try await all(
            """
            SELECT asked.user_id FROM unnest(\(users)) AS asked(user_id)
            LEFT JOIN participants ON participants.challenge = \(contest.id)
                AND participants.user_id = asked.user_id
            LEFT JOIN relations ON relations.one = least(asked.user_id, \(contest.owner))
                AND relations.other = greatest(asked.user_id, \(contest.owner))
            WHERE asked.user_id <> \(contest.owner)
                AND coalesce(participants.state NOT IN ('joined', 'removed'), true)
                AND relations.relation IS DISTINCT FROM 'blocked'
            """
        ) { row in
            try row.next()
        }
    }
}
