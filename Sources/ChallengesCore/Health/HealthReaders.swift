package import Postgres
package import Values

/// The rows of a feature that read a user's totals, while one of the totals changes.
///
/// All features first send their queries, and then count, so that the queries are sent as one
/// message.
package protocol HealthReaders: Sendable {
    /// Locks the rows for which the changed day may count, and reads what else counting needs. Sent
    /// with the next statement. Called once the total is stored.
    ///
    /// - Returns: How to count the day; `nil` if no row of the feature reads it.
    /// - Throws: `HealthReadersChanged` if another contest must be locked; `PostgresError`.
    func counting(_ change: HealthDayChange, in tx: Transaction) async throws -> HealthCounting?
}

/// The counting of a changed day by a feature.
package struct HealthCounting: Sendable {
    /// The days whose totals are needed; includes the changed day.
    package let days: ClosedRange<CivilDate>
    /// Counts the day and emits events for scoring. The argument has the totals of `days`, and may
    /// have those of others; days without a total are left out.
    package let count: @Sendable ([CivilDate: HealthTotal]) async throws -> Void

    package init(
        needing days: ClosedRange<CivilDate>,
        count: @escaping @Sendable ([CivilDate: HealthTotal]) async throws -> Void
    ) {
        self.days = days
        self.count = count
    }
}
