public import Identifiers
public import Wire

/// Abandons a goal of the caller (2.4-goal). The current period becomes `rested` unless it was met.
/// Abandoning it again changes nothing. An abandoned goal cannot be resumed; a new one can be made.
///
/// Refusals: `challenges.goal_not_found`, also for another user's; `challenges.version_stale` and
/// `challenges.wrong_state` for one that is completed or expired, with the current goal.
public struct AbandonGoal: Call {
    public static let id: CallID = 0x0287
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
