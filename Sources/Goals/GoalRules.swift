public import Values

/// The limits and times of goals (2.14-limits).
public struct GoalRules: Hashable, Sendable {
    /// How long after a day's end what was done on it may still be told (2.4-late).
    public var dayFreeze: Duration
    /// How many goals that are not over a user may have (2.14-limits).
    public var goals: Int
    /// How far ahead a clock may be that says when something was done (2.9-clocks).
    public var clockTolerance: Duration
    /// How many entries a user may have in a goal (2.14-limits).
    public var entriesRun: Int
    /// How many of them on one of their days (2.14-limits).
    public var entriesDay: Int

    public init(
        dayFreeze: Duration = .hours(48),
        goals: Int = 100,
        clockTolerance: Duration = .minutes(5),
        entriesRun: Int = 1_000,
        entriesDay: Int = 100
    ) {
        self.dayFreeze = dayFreeze
        self.goals = goals
        self.clockTolerance = clockTolerance
        self.entriesRun = entriesRun
        self.entriesDay = entriesDay
    }
}
