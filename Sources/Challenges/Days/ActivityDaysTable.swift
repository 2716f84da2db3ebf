import Identifiers
import Postgres
import ScoringAPI
import Values

// The `activity_days` table: the number of activities that count on each user's day, and of the
// pictures that are proof of them. No other file names it.
extension Transaction {
    /// Changes the number of activities and pictures on days. Locks the days, in ascending order,
    /// until the transaction ends.
    ///
    /// - Parameter sums: The changes of the numbers on each day; negative if something was removed.
    /// - Returns: The events for scoring: one for each day that starts or stops counting, or having
    ///   proof.
    /// - Throws: If the statement fails.
    func count(_ sums: [ActivityDay: DaySum]) async throws -> [DayCounted] {
        guard !sums.isEmpty else { return [] }
        let days = sums.sorted { one, other in
            (one.key.user, one.key.day) < (other.key.user, other.key.day)
        }
        return try await all(
            """
            INSERT INTO activity_days (user_id, day, things, proofs, version)
            SELECT user_id, day, things, proofs, 1
            FROM unnest(\(days.map(\.key.user)), \(days.map(\.key.day)),
                    \(days.map(\.value.things)), \(days.map(\.value.proofs)))
                WITH ORDINALITY AS asked(user_id, day, things, proofs, position)
            ORDER BY position
            ON CONFLICT ON CONSTRAINT activity_days_pkey
            DO UPDATE SET things = activity_days.things + excluded.things,
                proofs = activity_days.proofs + excluded.proofs,
                version = activity_days.version + 1
            RETURNING user_id, day, things, proofs, version
            """
        ) { row -> DayCounted? in
            let day = ActivityDay(user: try row.next(), day: try row.next())
            let (things, proofs, version): (Int, Int, Int64) = try row.read()
            let sum = sums[day] ?? DaySum()
            guard
                (things > 0) != (things - sum.things > 0)
                    || (proofs > 0) != (proofs - sum.proofs > 0)
            else { return nil }
            return DayCounted(
                user: day.user,
                day: day.day,
                counts: things > 0,
                hasProof: proofs > 0,
                isTakenBack: sum.isVoid,
                version: version
            )
        }.compactMap(\.self)
    }
}

/// The stored numbers of a locked day.
struct HeldDay: Hashable, Sendable {
    let day: ActivityDay
    let sum: DaySum
    let version: Int64
}

extension Transaction {
    /// Locks days, in ascending order, until the transaction ends. Creates those that do not exist.
    func holdDays(_ days: [ActivityDay]) async throws -> [HeldDay] {
        guard !days.isEmpty else { return [] }
        let sorted = days.sorted { one, other in (one.user, one.day) < (other.user, other.day) }
        return try await all(
            """
            INSERT INTO activity_days (user_id, day, things, version)
            SELECT user_id, day, 0, 0
            FROM unnest(\(sorted.map(\.user)), \(sorted.map(\.day)))
                WITH ORDINALITY AS asked(user_id, day, position)
            ORDER BY position
            ON CONFLICT ON CONSTRAINT activity_days_pkey
            DO UPDATE SET things = activity_days.things
            RETURNING user_id, day, things, proofs, version
            """
        ) { row in
            let day = ActivityDay(user: try row.next(), day: try row.next())
            let (things, proofs, version): (Int, Int, Int64) = try row.read()
            return HeldDay(
                day: day,
                sum: DaySum(things: things, proofs: proofs),
                version: version
            )
        }
    }

    /// Sets the numbers of locked days to those of all their activities. Pictures that were counted
    /// and deleted since stay counted.
    ///
    /// - Returns: The events for scoring: one for each day that starts or stops counting, or has
    ///   proof now.
    /// - Throws: If the statement fails.
    func setDays(
        _ days: [HeldDay],
        to sums: [ActivityDay: DaySum]
    ) async throws -> [DayCounted] {
        let changes = days.compactMap { held -> (held: HeldDay, now: DaySum)? in
            var now = sums[held.day] ?? DaySum()
            now.proofs = max(now.proofs, held.sum.proofs)
            return now == held.sum ? nil : (held, now)
        }
        guard !changes.isEmpty else { return [] }
        try enqueue(
            """
            UPDATE activity_days SET things = now.things, proofs = now.proofs,
                version = activity_days.version + 1
            FROM unnest(\(changes.map(\.held.day.user)), \(changes.map(\.held.day.day)),
                \(changes.map(\.now.things)), \(changes.map(\.now.proofs)))
                AS now(user_id, day, things, proofs)
            WHERE activity_days.user_id = now.user_id AND activity_days.day = now.day
            """
        )
        return changes.compactMap { held, now in
            guard
                (now.things > 0) != (held.sum.things > 0)
                    || (now.proofs > 0) != (held.sum.proofs > 0)
            else { return nil }
            return DayCounted(
                user: held.day.user,
                day: held.day.day,
                counts: now.things > 0,
                hasProof: now.proofs > 0,
                isTakenBack: false,
                version: held.version + 1
            )
        }
    }
}
