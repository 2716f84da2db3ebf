package import ChallengesAPI
package import Identifiers
package import Postgres
package import Values
import Wire

// The `health_days` table: one row per source of a user's day. No other file names it but to join
// it.
extension Transaction {
    /// Stores the total of a source. The user's health data must be locked. Sent with the next
    /// statement.
    func put(_ total: HealthDayRecord.SourceTotal, of day: HealthDayRecord) throws {
        try enqueue(
            """
            INSERT INTO health_days (user_id, metric, local_day, source, amount, observed_at,
                is_manual, changed_at, freezes_at)
            VALUES (\(day.user), \(day.metric.rawValue), \(day.day), \(total.source),
                \(total.amount), \(total.observedAt), \(total.isManual), \(total.changedAt),
                \(day.freezesAt))
            ON CONFLICT ON CONSTRAINT health_days_pkey DO UPDATE SET amount = excluded.amount,
                observed_at = excluded.observed_at, is_manual = excluded.is_manual,
                changed_at = excluded.changed_at
            """
        )
    }

    /// A user's day; `nil` if it has no total. Sent with the next statement.
    func readHealthDay(
        of user: UserID,
        _ metric: Metric,
        _ day: CivilDate
    ) throws -> Deferred<HealthDayRecord?> {
        try deferred(
            """
            SELECT \(HealthRow.columns) FROM health_days
            WHERE user_id = \(user) AND metric = \(metric.rawValue) AND local_day = \(day)
            """
        ) { row in
            try HealthRow(reading: &row)
        }.map { rows in rows.days(of: user, metric).first }
    }
}

extension Reader {
    /// A user's days before the given one, or the last ones, newest first. Reads at most
    /// `Looks.max` totals. If it reads that number, the last day is left out, because some of its
    /// totals may be missing.
    ///
    /// - Returns: The days, and whether there may be more.
    func healthDays(
        of user: UserID,
        _ metric: Metric,
        before day: CivilDate?
    ) async throws -> (days: [HealthDayRecord], areMore: Bool) {
        var rows = try await all(
            """
            SELECT \(HealthRow.columns) FROM health_days
            WHERE user_id = \(user) AND metric = \(metric.rawValue)\(before: day, in: "local_day")
            ORDER BY local_day DESC, source DESC LIMIT \(Looks.max)
            """
        ) { row in
            try HealthRow(reading: &row)
        }
        let areMore = rows.count == Looks.max
        if areMore, let last = rows.last?.day { rows.removeAll { $0.day == last } }
        return (rows.days(of: user, metric), areMore)
    }

    /// The counted totals of a user's days; days without a total are left out.
    package func healthTotals(
        of user: UserID,
        _ metric: Metric,
        in days: ClosedRange<CivilDate>
    ) async throws -> [CivilDate: HealthTotal] {
        try await healthTotals(of: [user], metric, in: days)[user] ?? [:]
    }

    /// The counted totals of users' days; users and days without a total are left out.
    package func healthTotals(
        of users: [UserID],
        _ metric: Metric,
        in days: ClosedRange<CivilDate>
    ) async throws -> [UserID: [CivilDate: HealthTotal]] {
        let rows = try await all(
            """
            SELECT user_id, local_day, max(amount), max(amount) FILTER (WHERE NOT is_manual),
                max(changed_at)
            FROM health_days
            WHERE user_id = ANY(\(users)) AND metric = \(metric.rawValue)
                AND local_day >= \(days.lowerBound) AND local_day <= \(days.upperBound)
            GROUP BY user_id, local_day
            """
        ) { row in
            let (user, day): (UserID, CivilDate) = try (row.next(), row.next())
            let total = try HealthTotal(
                amount: row.next(),
                measured: row.next(),
                changedAt: row.next()
            )
            return (user: user, day: day, total: total)
        }
        return Dictionary(grouping: rows, by: \.user).mapValues { rows in
            Dictionary(uniqueKeysWithValues: rows.map { ($0.day, $0.total) })
        }
    }
}

/// A row of the table.
private struct HealthRow: Sendable {
    let day: CivilDate
    let freezesAt: Instant
    let total: HealthDayRecord.SourceTotal

    static let columns: Columns = [
        "local_day", "freezes_at", "source", "amount", "observed_at", "is_manual", "changed_at",
    ]

    init(reading row: inout Row) throws {
        day = try row.next()
        freezesAt = try row.next()
        total = try HealthDayRecord.SourceTotal(
            source: row.next(),
            amount: row.next(),
            observedAt: row.next(),
            isManual: row.next(),
            changedAt: row.next()
        )
    }
}

extension [HealthRow] {
    /// The days of rows, newest first.
    fileprivate func days(of user: UserID, _ metric: Metric) -> [HealthDayRecord] {
        Dictionary(grouping: self, by: \.day).sorted { $0.key > $1.key }.map { day, rows in
            HealthDayRecord(
                user: user,
                metric: metric,
                day: day,
                // Fixed with the first total; the previous release cannot have stored a different
                // one.
                freezesAt: rows.map(\.freezesAt).min() ?? .never,
                sources: rows.map(\.total)
            )
        }
    }
}
