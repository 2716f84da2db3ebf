public import Identifiers
public import Wire

/// Deletes a goal of the caller, with its entries and periods. Its pictures stay in the caller's
/// gallery, and its medals stay too.
///
/// Refusals: `challenges.goal_not_found`, also for another user's; `challenges.version_stale` with
/// the current goal.
public struct DeleteGoal: Call {
    public static let id: CallID = 0x0284
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

    public typealias Reply = Nothing
}
