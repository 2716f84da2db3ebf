public import Identifiers
public import Wire

/// Returns a goal of the caller, or of a friend who made it visible to friends (2.10-visibility).
///
/// Refusals: `challenges.goal_not_found`, also for one that the caller may not see.
public struct GetGoal: Call {
    public static let id: CallID = 0x0282
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The goal.
    public var goal: ChallengeID

    public init(goal: ChallengeID) {
        self.goal = goal
    }

    public typealias Reply = Goal
}
