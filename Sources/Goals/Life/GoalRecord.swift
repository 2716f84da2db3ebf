import ChallengesAPI
package import ChallengesCore
package import Identifiers
package import Values

/// A stored goal: its text, its target and its progress.
package struct GoalRecord: Hashable, Sendable {
    package var challenge: ChallengeRecord
    package let owner: UserID
    /// The owner's local day on which the goal was created.
    let firstDay: CivilDate
    /// The number of consecutive days whose totals are added up; `nil` for one.
    let windowDays: Int?
    package var life: GoalLife
    /// The moment of the next due transition, by the owner's days when the goal was stored: its
    /// timer fires then. `nil` if there is none.
    var storedEnd: Instant?

    package var id: ChallengeID { challenge.id }
    var metric: Metric? { challenge.snapshot.metric }
    var createdAt: Instant { challenge.createdAt }

    /// The time from the goal's creation to its end, or to the given moment if it is not over.
    package func lasted(until now: Instant) -> Range<Instant> {
        createdAt..<max(createdAt, life.closedAt ?? now)
    }

    /// Whether entries and totals of a day count for the current period, or for a goal that does
    /// not recur. Otherwise they count at most for an ended period.
    func isOfPresentPeriod(_ day: CivilDate) -> Bool {
        life.isOnce || life.period?.days.contains(day) == true
    }

    /// The local days whose entries and totals count now: those of the current period, or all from
    /// the first day on.
    ///
    /// - Parameter today: The owner's local day today.
    /// - Returns: The days.
    func countedDays(by today: CivilDate) -> ClosedRange<CivilDate> {
        if let span = life.period?.days { return span.first...span.last }
        return firstDay...max(firstDay, life.periods.lastDay ?? today)
    }

    /// The local days that count in an ended period.
    ///
    /// - Parameter period: A period of the goal.
    /// - Returns: The days up to the one on which the goal was abandoned, if it was; `nil` if none
    ///   is left.
    func countedDays(of period: Period) -> ClosedRange<CivilDate>? {
        let (first, last) = (period.days.first, period.days.last)
        guard life.state == .abandoned, let closedAt = life.closedAt else { return first...last }
        let end = min(last, life.periods.days.day(of: closedAt))
        return first <= end ? first...end : nil
    }
}
