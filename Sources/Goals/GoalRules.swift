public import Values

/// The limits and durations of goals (2.14-limits).
public struct GoalRules: Hashable, Sendable {
    /// How long after the end of a day its entries, marks and totals may change; 48 hours by
    /// default (2.4-late).
    public var dayFreeze: Duration
    /// The maximum number of open goals per user; 100 by default (2.14-limits).
    public var goals: Int
    /// How far ahead a client's time may be; 5 minutes by default (2.9-clocks).
    public var clockTolerance: Duration
    /// The maximum number of entries per goal; 1,000 by default (2.14-limits).
    public var entriesRun: Int
    /// The maximum number of entries per goal and local day; 100 by default (2.14-limits).
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
