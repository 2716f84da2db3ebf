package import ChallengesAPI
package import Identifiers
package import Values

/// A day of a person's of which another total counts, or was measured (2.4-source).
package struct HealthDayChange: Hashable, Sendable {
    package let user: UserID
    package let metric: Metric
    package let day: CivilDate
    package let at: Instant
    /// The contests that are held, together with others.
    package let contests: Set<ChallengeID>

    package init(
        user: UserID,
        metric: Metric,
        day: CivilDate,
        at: Instant,
        contests: Set<ChallengeID> = []
    ) {
        self.user = user
        self.metric = metric
        self.day = day
        self.at = at
        self.contests = contests
    }
}

/// What reads a day's total is no longer what it was before the transaction: a contest was joined
/// since, or time has to move one first. The transaction is rolled back and begun again.
package struct HealthReadersChanged: Error {
    package init() {}
}
