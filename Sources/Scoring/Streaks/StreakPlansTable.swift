import FoundationEssentials
import Postgres
import Values

// The `streak_plans` table. No other file names it.
extension Transaction {
    /// Stores a plan of a locked streak. Sent with the next statement.
    func save(_ plan: StreakPlan, of streak: UUID) throws {
        let weekdays = plan.restWeekdays.sorted().map { Int16($0) }
        try enqueue(
            """
            INSERT INTO streak_plans (streak, from_day, rest_weekdays, is_paused)
            VALUES (\(streak), \(plan.from), \(weekdays), \(plan.isPaused))
            ON CONFLICT ON CONSTRAINT streak_plans_pkey
            DO UPDATE SET rest_weekdays = excluded.rest_weekdays, is_paused = excluded.is_paused
            """
        )
    }
}

extension Reader {
    /// The plans of a streak, ascending.
    func streakPlans(of streak: UUID) async throws -> [StreakPlan] {
        try await all(
            """
            SELECT from_day, rest_weekdays, is_paused FROM streak_plans
            WHERE streak = \(streak) ORDER BY from_day
            """
        ) { row in
            try StreakPlan(
                from: row.next(),
                restWeekdays: Set(row.next([Int16].self).map { Int($0) }),
                isPaused: row.next()
            )
        }
    }
}
