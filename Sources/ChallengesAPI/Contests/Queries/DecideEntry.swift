public import Identifiers
public import Wire

/// Decides a query: the contest's owner keeps or removes the entry (2.3-dispute). The decision is
/// final, whatever the votes, and binds later owners. Owners cannot decide about their own entries:
/// the votes do. If a removal leaves the entry's owner below the goal, they have not completed the
/// contest (2.3-goal), and the medal for the goal is void (2.7-void).
///
/// Refusals: `challenges.entry_not_found`, also for one that the caller may not see; with the
/// current entry, `challenges.version_stale`, `challenges.not_your_part` unless the caller owns the
/// contest, `challenges.own_entry`, `challenges.contest_over`, and `challenges.not_queried` if it
/// has no open query.
public struct DecideEntry: Call {
    public static let id: CallID = 0x0257
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The entry.
    public var entry: EntryID
    /// Whether to remove it; `false` keeps it.
    public var removes: Bool
    /// Refuse with `challenges.version_stale` unless the entry has this version.
    public var ifVersion: Int64?

    public init(entry: EntryID, removes: Bool, ifVersion: Int64? = nil) {
        self.entry = entry
        self.removes = removes
        self.ifVersion = ifVersion
    }

    public typealias Reply = Entry
}
