public import Values
public import Zones

/// The limits and times of contests, entries and codes, with their defaults (2.14-limits).
public struct ContestRules: Hashable, Sendable {
    /// How long after the end of a contest entries for moments before the end are accepted; 24
    /// hours by default (2.3-states).
    public var contestSettling: Duration
    /// The maximum duration of a contest, and how far ahead it may start; 366 days by default
    /// (2.3-states).
    public var contestMax: Duration
    /// How long before the end participants are notified; 24 hours by default (2.13-deadlines).
    public var contestNotice: Duration
    /// The maximum capacity of a contest; 10,000 participants by default (2.3-capacity).
    public var contestCapacity: Int
    /// Unfinished contests that a user may be in; 200 by default (2.14-limits).
    public var contestsJoined: Int
    /// Unfinished contests that a user may own, including drafts; 200 by default (2.14-limits).
    public var contestsOwned: Int
    /// Contests that a user may create in 24 hours; 100 by default (2.14-contests-a-day).
    public var contestsDay: Int
    /// How far in the past a manual entry may lie; 48 hours by default (2.3-back-dated).
    public var entryBack: Duration
    /// The accepted difference of a client's clock, in either direction; 5 minutes by default
    /// (2.9-clocks).
    public var clockTolerance: Duration
    /// Entries that a user may have in a contest; 1,000 by default (2.14-limits).
    public var entriesRun: Int
    /// Entries that a user may have in a contest on one of their days; 100 by default
    /// (2.14-limits).
    public var entriesDay: Int
    /// Votes that are necessary to remove an entry; 3 by default (2.3-dispute).
    public var votesMin: Int
    /// Open queries that a participant may have in a contest; 3 by default (2.3-dispute).
    public var queriesOpen: Int
    /// How long a code is valid if its creator gives no end; 14 days by default (2.3-code).
    public var codeLife: Duration
    /// Open codes that a user may have; 20 by default (2.14-limits).
    public var codesOpen: Int
    /// The time zones of the process (2.9-zones).
    public var zones: Zones

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
        codesOpen: Int = 20,
        zones: Zones = .system
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
        self.zones = zones
    }
}
