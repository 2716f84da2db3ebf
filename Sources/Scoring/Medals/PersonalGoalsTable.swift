import Identifiers
import Postgres
import ScoringAPI

// The `personal_goals` table: goals that their owners reached. No other file names it.
extension Transaction {
    /// Stores what is known of a goal, unless that is as new. When it was reached stays. Sent with
    /// the next statement.
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
    /// Goals that a person reached, at most 200; those that are not known, or are another's, are left
    /// out. Once a goal is deleted, somebody else may make something under its id.
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
