public import Identifiers
public import Wire

/// Pauses a goal of the caller until it is resumed (2.4-goal). Periods that end meanwhile are
/// `rested` unless they were met. Pausing it again changes nothing.
///
/// Refusals: `challenges.goal_not_found`, also for another user's; `challenges.version_stale` and
/// `challenges.wrong_state` for one that is over, with the current goal.
public struct PauseGoal: Call {
    public static let id: CallID = 0x0285
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The goal.
    public var goal: ChallengeID
    /// Refuse with `challenges.version_stale` unless the goal has this version.
    public var ifVersion: Int64?

    public init(goal: ChallengeID, ifVersion: Int64? = nil) {
        self.goal = goal
        self.ifVersion = ifVersion
    }

    public typealias Reply = Goal
}
