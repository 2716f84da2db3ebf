import FoundationEssentials
import Identifiers
import ScoringAPI
import Values

/// A stored streak.
struct StreakRecord: Hashable, Sendable {
    let id: UUID
    /// The goal; `nil` for the overall streak.
    let goal: ChallengeID?
    /// The overall streak up to its last counted day; a goal's streak up to its last stored period.
    var count = StreakCount()
    var version: Int64 = 1
    /// Whether the goal recurs daily; `false` until its challengesd tells.
    var isDaily = false
    /// The length up to which medals were given.
    var awarded = 0

    /// The number of days shown, up to and including today.
    static let shownDays = 31
}

extension StreakRecord {
    /// The streak of a goal as its owner sees it.
    ///
    /// - Parameters:
    ///   - shown: The periods to show that counted or rested.
    ///   - first: The first day to show.
    /// - Returns: The streak.
    func streakReply(showing shown: [StreakDay], since first: CivilDate) -> Streak {
        Streak(
            goal: goal,
            current: count.current,
            best: count.best,
            lastDay: count.lastDay,
            freezes: count.freezes,
            days: count.days(showing: shown, since: first),
            restWeekdays: nil,
            isPaused: nil,
            version: version
        )
    }

    /// The overall streak as its owner sees it. Each day after the last counted one and before
    /// today is rested or missed.
    ///
    /// - Parameters:
    ///   - shown: The days to show that counted.
    ///   - plans: The streak's plans, ascending.
    ///   - today: The owner's current day.
    /// - Returns: The streak.
    func overallReply(
        showing shown: [StreakDay],
        under plans: [StreakPlan],
        on today: CivilDate
    ) -> Streak {
        var count = count
        if let last = count.lastDay {
            for day in plans.days(from: last.advanced(by: 1), until: today) { count.add(day) }
        }
        let first = today.advanced(by: 1 - Self.shownDays)
        let counted = Set(shown.map(\.day))
        let rested = plans.days(from: first, until: today.advanced(by: 1))
            .filter { $0.what == .rested && !counted.contains($0.day) }
        return Streak(
            goal: nil,
            current: count.current,
            best: count.best,
            lastDay: count.lastDay,
            freezes: count.freezes,
            days: count.days(showing: shown + rested, since: first),
            restWeekdays: plans.last?.restWeekdays.sorted() ?? [],
            isPaused: plans.last?.isPaused ?? false,
            version: version
        )
    }
}

extension StreakCount {
    /// The given days as they are shown, and the days that used a freeze.
    fileprivate func days(showing shown: [StreakDay], since first: CivilDate) -> [Streak.Day] {
        let days = shown.map { shown in
            Streak.Day(day: shown.day, what: shown.what == .rested ? .rested : .counted)
        }
        let used = frozen.filter { $0 >= first }.map { Streak.Day(day: $0, what: .frozen) }
        return (days + used).sorted { $0.day < $1.day }.suffix(StreakRecord.shownDays)
    }
}
