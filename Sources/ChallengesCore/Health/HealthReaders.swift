package import Postgres
package import Values

/// The rows of a feature that read a person's totals, while one of these changes.
///
/// All features first ask for what they have to know, and then count: what they ask is sent as one
/// message.
package protocol HealthReaders: Sendable {
    /// Locks the rows that the changed day may count for, and asks for what else counting it needs.
    /// Sent with the next statement. Called once the total is stored.
    ///
    /// - Returns: What counts the day; `nil` if nothing of the feature reads it.
    /// - Throws: `HealthReadersChanged` if another contest must be held; `PostgresError`.
    func counting(_ change: HealthDayChange, in tx: Transaction) async throws -> HealthCounting?
}

/// How a feature counts a changed day.
package struct HealthCounting: Sendable {
    /// The days whose totals it needs, the changed one among them.
    package let days: ClosedRange<CivilDate>
    /// Counts the day, and tells scoring. Gets the totals of `days`, and perhaps of others; a day
    /// without one is left out.
    package let count: @Sendable ([CivilDate: HealthTotal]) async throws -> Void

    package init(
        needing days: ClosedRange<CivilDate>,
        count: @escaping @Sendable ([CivilDate: HealthTotal]) async throws -> Void
    ) {
        self.days = days
        self.count = count
    }
}
