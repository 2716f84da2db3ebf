public import Values

/// The limits and times of contests, of what is logged to them, and of their codes (2.14-limits).
public struct ContestRules: Hashable, Sendable {
    /// How long after its end a contest still takes what happened before it (2.3-states).
    public var contestSettling: Duration
    /// How long a contest may last, and how far ahead it may begin (2.3-states).
    public var contestMax: Duration
    /// How long before its end the people in a contest are told (2.13-deadlines).
    public var contestNotice: Duration
    /// How many people a contest may be for at most (2.3-capacity).
    public var contestCapacity: Int
    /// How many unfinished contests a user may be in (2.14-limits).
    public var contestsJoined: Int
    /// How many unfinished contests a user may own, drafts among them (2.14-limits).
    public var contestsOwned: Int
    /// How many contests a user may make in 24 hours (2.14-contests-a-day).
    public var contestsDay: Int
    /// How far back an entry that a person typed in may lie (2.3-back-dated).
    public var entryBack: Duration
    /// How far ahead or behind a clock may be that says when something was done (2.9-clocks).
    public var clockTolerance: Duration
    /// How many entries a user may have in a contest (2.14-limits).
    public var entriesRun: Int
    /// How many of them on one of their days (2.14-limits).
    public var entriesDay: Int
    /// How many people must vote before their votes can remove an entry (2.3-dispute).
    public var votesMin: Int
    /// How many open queries a participant may have in a contest (2.3-dispute).
    public var queriesOpen: Int
    /// How long a code lives for which its maker names no end (2.3-code).
    public var codeLife: Duration
    /// How many open codes a user may have (2.14-limits).
    public var codesOpen: Int

    public init(
        contestSettling: Duration = .hours(24),
        contestMax: Duration = .days(366),
        contestNotice: Duration = .hours(24),
        contestCapacity: Int = 10_000,
        contestsJoined: Int = 200,
        contestsOwned: Int = 200,
        contestsDay: Int = 100,
        entryBack: Duration = .hours(48),
        clockTolerance: Duration = .minutes(5),
        entriesRun: Int = 1_000,
        entriesDay: Int = 100,
        votesMin: Int = 3,
        queriesOpen: Int = 3,
        codeLife: Duration = .days(14),
        codesOpen: Int = 20
    ) {
        self.contestSettling = contestSettling
        self.contestMax = contestMax
        self.contestNotice = contestNotice
        self.contestCapacity = contestCapacity
        self.contestsJoined = contestsJoined
        self.contestsOwned = contestsOwned
        self.contestsDay = contestsDay
        self.entryBack = entryBack
        self.clockTolerance = clockTolerance
        self.entriesRun = entriesRun
        self.entriesDay = entriesDay
        self.votesMin = votesMin
        self.queriesOpen = queriesOpen
        self.codeLife = codeLife
        self.codesOpen = codesOpen
    }
}
