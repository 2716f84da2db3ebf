import Identifiers
import Postgres
import ScoringAPI
import Values

// The `activity_days` table: the number of activities that count on each user's day. No other file
// names it.
extension Transaction {
    /// Changes the number of activities on days. Locks the days, in ascending order, until the
    /// transaction ends.
    ///
    /// - Parameter sums: The change of the number on each day; negative if activities were removed.
    /// - Returns: The events for scoring: one for each day that starts or stops counting.
    /// - Throws: If the statement fails.
    func count(_ sums: [ActivityDay: Int]) async throws -> [DayCounted] {
        guard !sums.isEmpty else { return [] }
        let days = sums.sorted { one, other in
            (one.key.user, one.key.day) < (other.key.user, other.key.day)
        }
        return try await all(
            """
            INSERT INTO activity_days (user_id, day, things, version)
            SELECT user_id, day, things, 1
            FROM unnest(\(days.map(\.key.user)), \(days.map(\.key.day)), \(days.map(\.value)))
                WITH ORDINALITY AS asked(user_id, day, things, position)
            ORDER BY position
            ON CONFLICT ON CONSTRAINT activity_days_pkey
            DO UPDATE SET things = activity_days.things + excluded.things,
                version = activity_days.version + 1
            RETURNING user_id, day, things, version
            """
        ) { row -> DayCounted? in
            let day = ActivityDay(user: try row.next(), day: try row.next())
            let (things, version): (Int, Int64) = (try row.next(), try row.next())
            let before = things - (sums[day] ?? 0)
            guard (things > 0) != (before > 0) else { return nil }
            return DayCounted(user: day.user, day: day.day, counts: things > 0, version: version)
        }.compactMap(\.self)
    }
}
