public import Identifiers
public import Values
public import Wire

/// The outcome of a period of a recurring goal: sent when the period is met or ends, and when its
/// outcome changes before it closes (2.7-streaks).
///
/// An event whose version is not newer than the known one changes nothing.
public struct PeriodClosed: Event {
    public static let id: CallID = 0x0418
    public static let effect = Effect.once
    public static let access = Access.cluster([.challenges])

    /// The goal.
    public var goal: ChallengeID
    /// The goal's owner.
    public var user: UserID
    /// The first day of the period.
    public var startsOn: CivilDate
    /// The last day of the period.
    public var endsOn: CivilDate
    /// The outcome of the period.
    public var outcome: Outcome
    /// Whether the goal recurs daily; `nil` from the previous release, which does not tell.
    public var isDaily: Bool?
    /// The version of the goal's state: increases with each change.
    public var version: Int64

    public init(
        goal: ChallengeID,
        user: UserID,
        startsOn: CivilDate,
        endsOn: CivilDate,
        outcome: Outcome,
        isDaily: Bool? = nil,
        version: Int64
    ) {
        self.goal = goal
        self.user = user
        self.startsOn = startsOn
        self.endsOn = endsOn
        self.outcome = outcome
        self.isDaily = isDaily
        self.version = version
    }

    public typealias Reply = Nothing

    public var orderingKey: EventKey { EventKey(goal) }

    /// The outcome of a period.
    public enum Outcome: String, OpenEnum, CaseIterable {
        /// The period is neither over nor met.
        case open
        /// The period is met.
        case met
        /// The period is over and was not met.
        case missed
        /// The period is over and did not have to be met: it was a day of rest or in a pause.
        case rested
        /// An outcome of a later release. It counts as `open`.
        case unknown
    }
}
