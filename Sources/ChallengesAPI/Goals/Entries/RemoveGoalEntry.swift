public import Identifiers
public import Wire

/// Removes an entry, with its pictures, from one of the caller's goals (2.4-entries). An entry of a
/// recurring goal can be removed until its period closes; one of a goal that is reached once, until
/// the goal is over and the entry's day is frozen. A goal that was reached once stays completed,
/// and is flagged if its value is no longer enough.
///
/// Refusals: `challenges.entry_not_found`, also for another user's; with the current entry,
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
