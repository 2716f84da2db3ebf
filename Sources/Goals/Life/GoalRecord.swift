import ChallengesAPI
package import ChallengesCore
package import Identifiers
package import Values

/// A stored goal: its text, what it counts, and how far it is.
package struct GoalRecord: Hashable, Sendable {
    package var challenge: ChallengeRecord
    package let owner: UserID
    /// The owner's local day on which it was made.
    let firstDay: CivilDate
    /// Of how many successive days the totals of the metric add up; `nil` for one.
    let windowDays: Int?
    package var life: GoalLife
    /// When time was to move it next, by the days that its owner had when it was stored: then its
    /// timer fires. `nil` if never.
    var storedEnd: Instant?

    package var id: ChallengeID { challenge.id }
    var metric: Metric? { challenge.snapshot.metric }
    var createdAt: Instant { challenge.createdAt }

    /// From when until when it lasted, at most until a moment.
    package func lasted(until now: Instant) -> Range<Instant> {
        createdAt..<max(createdAt, life.closedAt ?? now)
    }

    /// Whether what was done on a day counts for the present period, or for all of a goal that is
    /// reached once; otherwise for a period that is over, if for any.
    func isOfPresentPeriod(_ day: CivilDate) -> Bool {
        life.isOnce || life.period?.days.contains(day) == true
    }

    /// The local days whose entries and totals count now: of the present period, or all from the
    /// first one on.
    ///
    /// - Parameter today: The owner's present day.
    /// - Returns: The days.
    func countedDays(by today: CivilDate) -> ClosedRange<CivilDate> {
        if let span = life.period?.days { return span.first...span.last }
        return firstDay...max(firstDay, life.periods.lastDay ?? today)
    }

    /// The local days that count in a period that is over.
    ///
    /// - Parameter period: One of its periods.
    /// - Returns: The days, but for those after the one on which the goal was given up; `nil` if
    ///   none is left.
    func countedDays(of period: Period) -> ClosedRange<CivilDate>? {
        let (first, last) = (period.days.first, period.days.last)
        guard life.state == .abandoned, let closedAt = life.closedAt else { return first...last }
        let end = min(last, life.periods.days.day(of: closedAt))
        return first <= end ? first...end : nil
    }
}
