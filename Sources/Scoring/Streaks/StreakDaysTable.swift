import FoundationEssentials
import Postgres
import Values

// The `streak_days` table. No other file names it.
extension Transaction {
    /// Stores a day of a locked streak, unless the stored version is the same or newer. Sent with
    /// the next statement.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - hasProof: Whether the user submitted or logged pictures on the day; `nil` if that is not
    ///     known, which changes nothing.
    ///   - streak: The streak.
    ///   - version: The version of the day's state.
    /// - Throws: Nothing in practice.
    func save(
        _ day: StreakDay,
        hasProof: Bool? = nil,
        of streak: UUID,
        version: Int64
    ) throws {
        try enqueue(
            """
            INSERT INTO streak_days (streak, day, what, has_proof, version)
            VALUES (\(streak), \(day.day), \(day.what), \(hasProof ?? false), \(version))
            ON CONFLICT ON CONSTRAINT streak_days_pkey
            DO UPDATE SET what = excluded.what, version = excluded.version,
                has_proof = CASE WHEN \(hasProof != nil) THEN excluded.has_proof
                    ELSE streak_days.has_proof END
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
    /// Whether a streak has a day with proof.
    func hasProof(in streak: UUID) async throws -> Bool {
        try await one(
            "SELECT EXISTS (SELECT FROM streak_days WHERE streak = \(streak) AND has_proof)"
        ) { row in try row.next() }
    }

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
