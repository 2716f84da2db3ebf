public import Values

/// The limits and times of timings (2.6-timing, 2.6-unattended).
public struct TimingRules: Hashable, Sendable {
    /// After what time a timing that nobody ends is finished, and how far back one may begin.
    public var timingMax: Duration
    /// How much more time may be told than has passed.
    public var suspect: Duration
    /// How far ahead a clock may be that says when a timing began (2.9-clocks).
    public var clockTolerance: Duration
    /// How many timings a user may start in 24 hours.
    public var timingsDay: Int

    public init(
        timingMax: Duration = .hours(24),
        suspect: Duration = .seconds(5),
        clockTolerance: Duration = .minutes(5),
        timingsDay: Int = 100
    ) {
        self.timingMax = timingMax
        self.suspect = suspect
        self.clockTolerance = clockTolerance
        self.timingsDay = timingsDay
    }
}
