public import Values
public import Wire

/// A day, a week or a month of a goal that recurs (2.4-period).
public struct GoalPeriod: Codable, Hashable, Sendable {
    /// Its first local day.
    public let startsOn: CivilDate
    /// Its last local day.
    public let endsOn: CivilDate
    /// How it stands.
    public let state: State
    /// What was reached in it; `nil` where it is only marked as done, and for a friend where a
    /// metric is counted.
    public let value: Amount?
    /// How much was to be reached in it; `nil` where it is only marked as done.
    public let target: Amount?
    /// When it was met; `nil` if it was not, and for a friend where a metric is counted.
    public let metAt: Instant?
    /// Until when an entry, a mark or a total may still change it, whichever state it is in.
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

    /// How a period stands.
    public enum State: String, OpenEnum, CaseIterable {
        /// It lasts.
        case open
        /// What was to be done in it was done.
        case met
        /// It ended, and that was not done.
        case missed
        /// It ended without that on a day of rest, while the goal was paused, or left out by a
        /// change of the time zone.
        case rested
        /// A state of a later release.
        case unknown
    }
}
