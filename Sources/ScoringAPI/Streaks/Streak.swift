public import Identifiers
public import Values
public import Wire

/// How long somebody kept something up without a break (2.7-streaks): of a goal that recurs, how
/// many of its periods in a row were met; overall, on how many days in a row they did something
/// that counts. Nobody else sees it.
public struct Streak: Codable, Hashable, Sendable, Versioned, Limited {
    /// The goal; `nil` of the overall streak.
    public let goal: ChallengeID?
    /// How long it is now.
    public let current: Int
    /// How long it was at its longest.
    public let best: Int
    /// The last day that counted, of a goal the first one of that period; `nil` if none did.
    public let lastDay: CivilDate?
    /// How many freezes are held. A day that is missed uses one, and does not break the streak
    /// then.
    public let freezes: Int
    /// What became of the last 31 days, of a goal of the periods that began on them: ascending,
    /// without those that were missed, or are not over.
    public let days: [Day]
    /// The weekdays on which the overall streak rests, ascending: 1 is Monday, 7 is Sunday. Of a
    /// goal `nil`: the goal itself tells its own.
    public let restWeekdays: [Int]?
    /// Whether the overall streak is paused; of a goal `nil`.
    public let isPaused: Bool?
    /// Incremented by each change of the weekdays of rest and of the pause; a call's `ifVersion`,
    /// in HTTP `If-Match`, is compared with it.
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

    /// A day, or a period of a goal, and what became of it.
    public struct Day: Codable, Hashable, Sendable {
        /// The day; the first one of a period.
        public let day: CivilDate
        /// What became of it.
        public let what: What

        public init(day: CivilDate, what: What) {
            self.day = day
            self.what = what
        }
    }

    /// What became of a day in a streak.
    public enum What: String, OpenEnum, CaseIterable {
        /// It made the streak longer.
        case counted
        /// It was a day of rest, or the streak was paused: it neither adds nor breaks.
        case rested
        /// It was missed, and used a freeze.
        case frozen
        /// Something of a later release.
        case unknown
    }
}
