public import Identifiers
public import Values
public import Wire

/// A period of somebody's goal ended, or was met, or is no longer, until it closes (2.7-streaks).
///
/// An older version of the period than the known one changes nothing.
public struct PeriodClosed: Event {
    public static let id: CallID = 0x0418
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// The goal.
    public var goal: ChallengeID
    /// Whose it is.
    public var user: UserID
    /// The first day of the period.
    public var startsOn: CivilDate
    /// Its last day.
    public var endsOn: CivilDate
    /// How it stands.
    public var outcome: Outcome
    /// Higher than that of every earlier state of the goal.
    public var version: Int64

    public init(
        goal: ChallengeID,
        user: UserID,
        startsOn: CivilDate,
        endsOn: CivilDate,
        outcome: Outcome,
        version: Int64
    ) {
        self.goal = goal
        self.user = user
        self.startsOn = startsOn
        self.endsOn = endsOn
        self.outcome = outcome
        self.version = version
    }

    public typealias Reply = Nothing

    public var orderingKey: EventKey { EventKey(goal) }

    /// How a period stands.
    public enum Outcome: String, OpenEnum, CaseIterable {
        /// It is not over, and not met.
        case open
        /// What was to be done in it is done.
        case met
        /// It is over, and was not met.
        case missed
        /// It is over, and was not to be met: on a day of rest, or in a pause.
        case rested
        /// An outcome of a later release, which counts as open.
        case unknown
    }
}
