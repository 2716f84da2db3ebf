public import Values

/// The limits of daily totals (2.4-source).
public struct HealthRules: Hashable, Sendable {
    /// How long after its end a user's day can change; 48 hours by default (2.4-freeze).
    public var dayFreeze: Duration
    /// How far ahead the time of an observation may be; 5 minutes by default (2.9-clocks).
    public var clockTolerance: Duration

    public init(dayFreeze: Duration = .hours(48), clockTolerance: Duration = .minutes(5)) {
        self.dayFreeze = dayFreeze
        self.clockTolerance = clockTolerance
    }
}
