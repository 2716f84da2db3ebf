import FoundationEssentials
import Postgres
import Values

// The `streak_days` table. No other file names it.
extension Transaction {
    /// Stores a day of a locked streak, unless the stored version is the same or newer. Sent with
    /// the next statement.
    func save(_ day: StreakDay, of streak: UUID, version: Int64) throws {
        try enqueue(
            """
            INSERT INTO streak_days (streak, day, what, version)
            VALUES (\(streak), \(day.day), \(day.what), \(version))
            ON CONFLICT ON CONSTRAINT streak_days_pkey
            DO UPDATE SET what = excluded.what, version = excluded.version
            WHERE streak_days.version < excluded.version
            """
        )
    }

    /// All days of a streak, ascending.
    func streakDays(of streak: UUID) async throws -> [StreakDay] {
        try await all(
            "SELECT day, what FROM streak_days WHERE streak = \(streak) ORDER BY day"
        ) { row in
            try StreakDay(day: row.next(), what: row.next())
        }
    }
}

extension Reader {
    /// The days of some streaks that counted or rested, from a first day on, ascending.
    func shownDays(
        of streaks: [UUID],
        since first: CivilDate
    ) async throws -> [UUID: [StreakDay]] {
        guard !streaks.isEmpty else { return [:] }
        let days = try await all(
            """
            SELECT streak, day, what FROM streak_days
            WHERE streak = ANY(\(streaks)) AND day >= \(first) AND what IN ('counted', 'rested')
            ORDER BY day
            """
        ) { row in
            let streak: UUID = try row.next()
            return (streak: streak, day: try StreakDay(day: row.next(), what: row.next()))
        }
        return Dictionary(grouping: days, by: \.streak).mapValues { $0.map(\.day) }
    }
}

extension StreakDay.What: Bindable, Readable {}
