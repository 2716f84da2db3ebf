public import Identifiers
public import Values
public import Wire

/// A streak: the number of consecutive periods in which a recurring goal was met, or, for the
/// overall streak, of consecutive days on which the user did something that counts (2.7-streaks).
/// Only the user sees their streaks.
public struct Streak: Codable, Hashable, Sendable, Versioned, Limited {
    /// The goal; `nil` for the overall streak.
    public let goal: ChallengeID?
    /// The current length, in days, or in periods of the goal.
    public let current: Int
    /// The greatest length so far.
    public let best: Int
    /// The last day that counted, or the first day of the goal's last met period; `nil` if there
    /// is none.
    public let lastDay: CivilDate?
    /// The number of freezes held. A missed day uses a freeze instead of breaking the streak.
    public let freezes: Int
    /// The last 31 days, or the goal's periods that began on them, ascending. Days
    /// missed without a freeze are left out, and so are days without an effect yet.
    public let days: [Day]
    /// The weekdays on which the overall streak rests, ascending: 1 is Monday, 7 is Sunday. `nil`
    /// for a goal, which has its own `restWeekdays`.
    public let restWeekdays: [Int]?
    /// Whether the overall streak is paused; `nil` for a goal.
    public let isPaused: Bool?
    /// The version: incremented by each change of the rest weekdays or the pause. A call's
    /// `ifVersion`, in HTTP `If-Match`, is compared with it.
    public let version: Int64

    public static let limits: FieldLimits = [
        "current": .atLeast(0), "best": .atLeast(0), "freezes": .number(0...2),
        "days": .items(0...31), "restWeekdays": .items(PlanStreak.restWeekdaysLimit),
    ]

    public init(
        goal: ChallengeID?,
        current: Int,
        best: Int,
        lastDay: CivilDate?,
        freezes: Int,
        days: [Day],
        restWeekdays: [Int]?,
        isPaused: Bool?,
        version: Int64
    ) {
        self.goal = goal
        self.current = current
        self.best = best
        self.lastDay = lastDay
        self.freezes = freezes
        self.days = days
        self.restWeekdays = restWeekdays
        self.isPaused = isPaused
        self.version = version
    }

    private enum CodingKeys: String, CodingKey {
        case goal = "goalID"
        case current, best, lastDay, freezes, days, restWeekdays, isPaused, version
    }

    /// A day, or a period of a goal, with its effect on the streak.
    public struct Day: Codable, Hashable, Sendable {
        /// The day, or the first day of the period.
        public let day: CivilDate
        /// Its effect on the streak.
        public let what: What

        public init(day: CivilDate, what: What) {
            self.day = day
            self.what = what
        }
    }

    /// The effect of a day on a streak.
    public enum What: String, OpenEnum, CaseIterable {
        /// The day extended the streak.
        case counted
        /// The day neither extended nor broke the streak: it was a day of rest or in a pause.
        case rested
        /// The day was missed and used a freeze.
        case frozen
        /// An effect of a later release.
        case unknown
    }
}
