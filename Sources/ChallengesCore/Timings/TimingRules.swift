public import Values

/// The limits and durations of timings (2.6-timing, 2.6-unattended).
public struct TimingRules: Hashable, Sendable {
    /// The time after which an unattended timing is finished, and how far back a timing may start;
    /// 24 hours by default.
    public var timingMax: Duration
    /// How much longer than the passed time a reported elapsed time may be without being suspect,
    /// and how late a start may arrive and be verified; 5 seconds by default.
    public var suspect: Duration
    /// How far ahead the start of a timing may be; 5 minutes by default (2.9-clocks).
    public var clockTolerance: Duration
    /// The maximum number of timings that a user may start in 24 hours; 100 by default.
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
