public import Identifiers
public import Values
public import Wire

/// Marks a goal without a target as done, or takes the mark back (2.4-goal): a goal that is reached
/// once is over then; of one that recurs it is the period with the day that is met, until that
/// closes, also after time has ended the goal. Marking again what is marked changes nothing.
///
/// Refusals: `challenges.goal_not_found`, also for another person's; with the present goal,
/// `challenges.version_stale`, `challenges.goal_has_target`, `challenges.period_closed` for a `day`
/// whose period is closed, and `challenges.wrong_state`: for any day of a goal that was abandoned,
/// for one that is over where it is marked without a `day`, except that a goal that was reached once
/// is marked again, and for taking back what was reached once; `challenges.day_invalid` at `/day`
/// for a day ahead, before the goal's first period or after its last one.
public struct CompleteGoal: Call {
    public static let id: CallID = 0x0288
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The goal.
    public var goal: ChallengeID
    /// A local day of the period; the present day when absent. Ignored where the goal is reached once.
    public var day: CivilDate?
    /// Whether it is done; `true` when absent.
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
