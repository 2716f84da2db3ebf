public import Identifiers
public import Wire

/// Removes an entry of a goal of the caller's, with its pictures (2.4-entries): of a goal that recurs
/// until its period closes; of one that is reached once until that is over and the day of the entry
/// frozen. A goal that was reached once stays reached, and is flagged if it no longer would be.
///
/// Refusals: `challenges.entry_not_found`, also for another person's; with the present entry,
/// `challenges.version_stale` and `challenges.period_closed`.
public struct RemoveGoalEntry: Call {
    public static let id: CallID = 0x028E
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The goal.
    public var goal: ChallengeID
    /// The entry.
    public var entry: EntryID
    /// Refuse with `challenges.version_stale` unless the entry has this version.
    public var ifVersion: Int64?

    public init(goal: ChallengeID, entry: EntryID, ifVersion: Int64? = nil) {
        self.goal = goal
        self.entry = entry
        self.ifVersion = ifVersion
    }

    public typealias Reply = Nothing
}
