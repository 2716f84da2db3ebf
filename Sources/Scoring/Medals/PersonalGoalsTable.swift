import Identifiers
import Postgres
import ScoringAPI

// The `personal_goals` table: goals that their owners reached. No other file names it.
extension Transaction {
    /// Stores a goal's fields, unless the stored version is at least as new. The owner and the time
    /// of reaching do not change. Sent with the next statement.
    func save(_ goal: GoalReached) throws {
        try enqueue(
            """
            INSERT INTO personal_goals (challenge, user_id, name, is_for_friends, shown_at,
                version)
            VALUES (\(goal.goal), \(goal.user), \(goal.name), \(goal.isForFriends),
                \(goal.shownAt), \(goal.version))
            ON CONFLICT ON CONSTRAINT personal_goals_pkey
            DO UPDATE SET name = excluded.name, is_for_friends = excluded.is_for_friends,
                version = excluded.version
            WHERE personal_goals.version < excluded.version
            """
        )
    }
}

extension Reader {
    /// Goals that a user reached, at most 200. Ids that are not known, or are another user's, are
    /// left out: after a goal is deleted, another user may create something with its id.
    func personalGoals(_ ids: [ChallengeID], of user: UserID) async throws -> [PersonalGoal] {
        guard !ids.isEmpty else { return [] }
        return try await all(
            """
            SELECT challenge, name, is_for_friends, shown_at FROM personal_goals
            WHERE challenge = ANY(\(ids)) AND user_id = \(user)
            """,
            .point
        ) { row in
            try PersonalGoal(
                id: row.next(),
                name: row.next(),
                isForFriends: row.next(),
                shownAt: row.next()
            )
        }
    }
}
