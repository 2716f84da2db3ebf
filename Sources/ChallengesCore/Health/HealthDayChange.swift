package import ChallengesAPI
package import Identifiers
package import Values

/// A change of what counts of a person's day (2.4-source).
package struct HealthDayChange: Hashable, Sendable {
    package let user: UserID
    package let metric: Metric
    package let day: CivilDate
    /// What counted before; `nil` if there was no total.
    package let before: Amount?
    /// What counts now: the greatest of the day's sources.
    package let now: Amount
    package let at: Instant
    /// The contests that are held, together with others.
    package let contests: Set<ChallengeID>

    package init(
        user: UserID,
        metric: Metric,
        day: CivilDate,
        before: Amount?,
        now: Amount,
        at: Instant,
        contests: Set<ChallengeID> = []
    ) {
        self.user = user
        self.metric = metric
        self.day = day
        self.before = before
        self.now = now
        self.at = at
        self.contests = contests
    }
}

/// What reads a day's total is no longer what it was before the transaction: a contest was joined
/// since, or time has to move one first. The transaction is rolled back and begun again.
package struct HealthReadersChanged: Error {
    package init() {}
}
