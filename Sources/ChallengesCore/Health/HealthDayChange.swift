package import ChallengesAPI
package import Identifiers
package import Values

/// A day of a person's of which another total counts, or was measured (2.4-source).
package struct HealthDayChange: Hashable, Sendable {
    package let user: UserID
    package let metric: Metric
    package let day: CivilDate
    /// What counted before; `nil` if there was no total.
    package let before: HealthTotal?
    /// What counts now.
    package let total: HealthTotal
    package let at: Instant
}

/// What reads a day's total is no longer what it was before the transaction: a contest was joined
/// since, or time has to move one first. The transaction is rolled back and begun again.
package struct HealthReadersChanged: Error {
    package init() {}
}
