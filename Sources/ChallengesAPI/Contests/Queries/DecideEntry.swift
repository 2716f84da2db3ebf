public import Identifiers
public import Wire

/// The contest's owner keeps or removes a queried entry (2.3-dispute). It is final, whatever people
/// voted, and for later owners too. An owner does not decide about entries of their own: the votes
/// do. Where its owner does not reach the goal without a removed entry, they have not completed the
/// contest (2.3-goal), and the medal for the goal is void (2.7-void).
///
/// Refusals: `challenges.entry_not_found`, also for one that the caller may not see; with the
/// current entry, `challenges.version_stale`, `challenges.not_your_part` for everyone but the
/// contest's owner, `challenges.own_entry`, `challenges.contest_over`, and
/// `challenges.not_queried` if nobody queries it or the query was settled.
public struct DecideEntry: Call {
    public static let id: CallID = 0x0257
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The entry.
    public var entry: EntryID
    /// Whether to remove it; otherwise it stays.
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
