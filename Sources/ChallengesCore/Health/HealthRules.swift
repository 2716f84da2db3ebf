public import Values

/// The times of what people did on their days (2.4-source).
public struct HealthRules: Hashable, Sendable {
    /// How long after its end a person's day still changes (2.4-freeze).
    public var dayFreeze: Duration
    /// How far ahead a clock may be that says when a total was read (2.9-clocks).
    public var clockTolerance: Duration

    public init(dayFreeze: Duration = .hours(48), clockTolerance: Duration = .minutes(5)) {
        self.dayFreeze = dayFreeze
        self.clockTolerance = clockTolerance
    }
}
