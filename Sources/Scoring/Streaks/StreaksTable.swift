import FoundationEssentials
import Identifiers
import Postgres
import Values

// The `streaks` table. No other file names it.
extension Transaction {
    /// Locks a user's streak until the transaction ends, and returns it. Creates the streak if it
    /// does not exist.
    func heldStreak(of user: UserID, goal: ChallengeID?) async throws -> StreakRecord {
        try enqueue(
            """
            INSERT INTO streaks (user_id, goal) VALUES (\(user), \(goal))
            ON CONFLICT ON CONSTRAINT streaks_subject DO NOTHING
            """
        )
        return try await one(
            """
            SELECT \(StreakRecord.columns) FROM streaks
            WHERE user_id = \(user) AND \(StreakRecord.subject(goal)) FOR NO KEY UPDATE
            """
        ) { row in
            try StreakRecord(reading: &row)
        }
    }

    /// Stores the count of a locked streak. Sent with the next statement.
    func save(_ count: StreakCount, of streak: UUID) throws {
        try enqueue(
            """
            UPDATE streaks SET current = \(count.current), best = \(count.best),
                freezes = \(count.freezes), last_day = \(count.lastDay), frozen = \(count.frozen)
            WHERE id = \(streak)
            """
        )
    }

    /// Stores the version of a locked streak. Sent with the next statement.
    func save(version: Int64, of streak: UUID) throws {
        try enqueue("UPDATE streaks SET version = \(version) WHERE id = \(streak)")
    }

    /// Stores whether the goal of a locked streak recurs daily. Sent with the next statement.
    func save(isDaily: Bool, of streak: UUID) throws {
        try enqueue("UPDATE streaks SET is_daily = \(isDaily) WHERE id = \(streak)")
    }

    /// Stores the length of a locked streak up to which medals were given. Sent with the next
    /// statement.
    func save(awarded: Int, of streak: UUID) throws {
        try enqueue("UPDATE streaks SET awarded = \(awarded) WHERE id = \(streak)")
    }

    /// Deletes the streak of a goal, with its days. Sent with the next statement.
    func deleteStreak(of user: UserID, goal: ChallengeID) throws {
        try enqueue("DELETE FROM streaks WHERE user_id = \(user) AND goal = \(goal)")
    }
}

extension Reader {
    /// A user's streak for a goal, or the overall one; `nil` if it does not exist.
    func streak(of user: UserID, goal: ChallengeID?) async throws -> StreakRecord? {
        try await first(
            """
            SELECT \(StreakRecord.columns) FROM streaks
            WHERE user_id = \(user) AND \(StreakRecord.subject(goal))
            """,
            .point
        ) { row in
            try StreakRecord(reading: &row)
        }
    }

    /// The streaks of a user's goals, in the order of the goals' ids, at most `limit`.
    func streaks(
        of user: UserID,
        after goal: ChallengeID?,
        limit: Int
    ) async throws -> [StreakRecord] {
        try await all(
            """
            SELECT \(StreakRecord.columns) FROM streaks
            WHERE user_id = \(user) AND goal IS NOT NULL \(after: goal, in: "goal")
            ORDER BY goal LIMIT \(limit)
            """
        ) { row in
            try StreakRecord(reading: &row)
        }
    }
}

extension StreakRecord {
    fileprivate static let columns: Columns = [
        "id", "goal", "current", "best", "freezes", "last_day", "frozen", "version",
        "is_daily", "awarded",
    ]

    /// The condition for the streak of a goal, or for the overall streak if `goal` is `nil`.
    fileprivate static func subject(_ goal: ChallengeID?) -> SQL {
        goal.map { "goal = \($0)" } ?? "goal IS NULL"
    }

    /// Reads `columns`.
    fileprivate init(reading row: inout Row) throws {
        try self.init(
            id: row.next(),
            goal: row.next(),
            count: StreakCount(
                current: row.next(),
                best: row.next(),
                freezes: row.next(),
                lastDay: row.next(),
                frozen: row.next()
            ),
            version: row.next(),
            isDaily: row.next(),
            awarded: row.next()
        )
    }
}
