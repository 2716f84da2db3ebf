public import Identifiers
public import Wire

/// Gives up a goal of the caller's (2.4-goal). Its present period rests unless it was met. Giving
/// it up again changes nothing; doing it again is a new goal.
///
/// Refusals: `challenges.goal_not_found`, also for another person's; `challenges.version_stale` and
/// `challenges.wrong_state` for one that is over otherwise, with the present goal.
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
