import Identifiers
import Postgres

extension Reader {
    /// Those of some people who may be shown a contest by a friend: who is not in it, was not
    /// removed from it, does not own it, and has no block with its owner.
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
