public import Identifiers
public import Values
public import Wire

/// Marks a goal without a target as done, or removes the mark (2.4-goal). Marking a goal that is
/// reached once completes it. For a recurring goal, the period of `day` is marked as met; this is
/// possible until the period closes, even after the goal ended by itself. Marking again changes
/// nothing.
///
/// Refusals: `challenges.goal_not_found`, also for another user's; with the current goal,
/// `challenges.version_stale`, `challenges.goal_has_target`, `challenges.period_closed` for a `day`
/// whose period is closed, and `challenges.wrong_state` for any day of an abandoned goal, for a
/// goal that is over without a `day` (except when a completed goal that is reached once is marked
/// again), and for removing the mark of a completed goal that is reached once;
/// `challenges.day_invalid` at `/day` for a future day, or one before the goal's first period or
/// after its last one.
public struct CompleteGoal: Call {
    public static let id: CallID = 0x0288
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The goal.
    public var goal: ChallengeID
    /// A local day in the period; today when absent. Ignored for a goal that is reached once.
    public var day: CivilDate?
    /// `true` to mark it as done, `false` to remove the mark; `true` when absent.
    public var isDone: Bool?
    /// Refuse with `challenges.version_stale` unless the goal has this version.
    public var ifVersion: Int64?

    public init(
        goal: ChallengeID,
        day: CivilDate? = nil,
        isDone: Bool? = nil,
        ifVersion: Int64? = nil
    ) {
        self.goal = goal
        self.day = day
        self.isDone = isDone
        self.ifVersion = ifVersion
    }

    public typealias Reply = Goal
}
