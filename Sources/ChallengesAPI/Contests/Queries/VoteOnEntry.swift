public import Identifiers
public import Wire

/// Votes on whether a queried entry is removed (2.3-dispute).
///
/// Participants may, but for the entry's owner. While the query is open a vote can be
/// changed: the last one counts. The votes decide when the contest stops settling, if its owner has
/// not decided, or owns the entry: it is removed if at least three people voted, unless the
/// operator sets another number, and more than half of them for that. Then only the votes count of
/// those who are still in the contest and have no block with the entry's owner.
///
/// Refusals: `challenges.entry_not_found`, also for one that the caller may not see; with the
/// current entry, `challenges.version_stale`, `challenges.not_in_contest`, `challenges.own_entry`,
/// `challenges.contest_over`, and `challenges.not_queried` if nobody queries it or the query was
/// settled.
public struct VoteOnEntry: Call {
    public static let id: CallID = 0x0256
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The entry.
    public var entry: EntryID
    /// Whether to remove it.
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
