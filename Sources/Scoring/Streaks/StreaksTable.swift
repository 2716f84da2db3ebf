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

extension Reader {
    /// The next users with a streak, in the order of their ids.
    func usersWithStreak(after last: UserID, limit: Int) async throws -> [UserID] {
        try await all(
            """
            SELECT DISTINCT user_id FROM streaks WHERE user_id > \(last)
            ORDER BY user_id LIMIT \(limit)
            """
        ) { row in try row.next() }
    }

    /// All streaks of users, each with its days and plans, in one snapshot.
    func storedStreaks(of users: [UserID]) async throws -> [StoredStreak] {
        try await all(
            """
            SELECT user_id, \(StreakRecord.columns),
                ARRAY(
                    SELECT days.day FROM (VALUES (true)) AS every
                    JOIN streak_days AS days ON days.streak = streaks.id ORDER BY days.day),
                ARRAY(
                    SELECT days.what FROM (VALUES (true)) AS every
                    JOIN streak_days AS days ON days.streak = streaks.id ORDER BY days.day),
                ARRAY(
                    SELECT plans.from_day FROM (VALUES (true)) AS every
                    JOIN streak_plans AS plans ON plans.streak = streaks.id
                    ORDER BY plans.from_day),
                ARRAY(
                    SELECT array_to_string(plans.rest_weekdays, '')
                    FROM (VALUES (true)) AS every
                    JOIN streak_plans AS plans ON plans.streak = streaks.id
                    ORDER BY plans.from_day),
                ARRAY(
                    SELECT plans.is_paused FROM (VALUES (true)) AS every
                    JOIN streak_plans AS plans ON plans.streak = streaks.id
                    ORDER BY plans.from_day)
            FROM streaks WHERE user_id = ANY(\(users)) ORDER BY user_id, goal NULLS FIRST
            """
        ) { row in
            let user: UserID = try row.next()
            let streak = try StreakRecord(reading: &row)
            let days = zip(try row.next([CivilDate].self), try row.next([StreakDay.What].self))
            let from: [CivilDate] = try row.next()
            let rest: [String] = try row.next()
            let isPaused: [Bool] = try row.next()
            return StoredStreak(
                user: user,
                streak: streak,
                days: days.map { StreakDay(day: $0, what: $1) },
                plans: zip(from, zip(rest, isPaused)).map { from, plan in
                    StreakPlan(
                        from: from,
                        // Each weekday is one digit.
                        restWeekdays: Set(plan.0.compactMap(\.wholeNumberValue)),
                        isPaused: plan.1
                    )
                }
            )
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
