package import ChallengesAPI
package import Identifiers
package import Values

/// A change of the counted or measured total of a user's day (2.4-source).
package struct HealthDayChange: Hashable, Sendable {
    package let user: UserID
    package let metric: Metric
    package let day: CivilDate
    /// The total before the change; `nil` if there was none.
    package let before: HealthTotal?
    /// The total after the change.
    package let total: HealthTotal
    package let at: Instant
}

/// The readers of a day's total have changed since the transaction began: the user joined another
/// contest, or a contest has due transitions. The transaction is rolled back and repeated.
package struct HealthReadersChanged: Error {
    package init() {}
}
