public import Values
public import Wire

/// A period of a recurring goal: a day, a week or a month (2.4-period).
public struct GoalPeriod: Codable, Hashable, Sendable {
    /// Its first local day.
    public let startsOn: CivilDate
    /// Its last local day.
    public let endsOn: CivilDate
    /// Its state.
    public let state: State
    /// The value; `nil` without a target, and for a friend if the goal has a metric.
    public let value: Amount?
    /// The amount to reach in it; `nil` without a target.
    public let target: Amount?
    /// When it was met; `nil` if it was not, and for a friend if the goal has a metric.
    public let metAt: Instant?
    /// When it closes: until then an entry, a mark or a total may still change it, in any state.
    public let closesAt: Instant

    public init(
        startsOn: CivilDate,
        endsOn: CivilDate,
        state: State,
        value: Amount? = nil,
        target: Amount? = nil,
        metAt: Instant? = nil,
        closesAt: Instant
    ) {
        self.startsOn = startsOn
        self.endsOn = endsOn
        self.state = state
        self.value = value
        self.target = target
        self.metAt = metAt
        self.closesAt = closesAt
    }

    /// The state of a period.
    public enum State: String, OpenEnum, CaseIterable {
        /// It has not ended, and is not met.
        case open
        /// Its target was reached, or it was marked as done.
        case met
        /// It ended without being met.
        case missed
        /// It ended without being met, on a day of rest, while the goal was paused, or skipped by a
        /// change of the time zone.
        case rested
        /// A state of a later release.
        case unknown
    }
}
