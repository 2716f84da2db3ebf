public import Identifiers
public import Wire

/// Votes on whether to remove a queried entry (2.3-dispute).
///
/// Participants may vote, except for the entry's owner. A vote can be changed while the query is
/// open; the last one counts. The votes decide when the contest stops settling, if its owner has
/// not decided or owns the entry. The entry is removed if at least three participants voted, unless
/// the operator sets another number, and more than half of them voted to remove it. Only votes of
/// current participants without a block with the entry's owner count.
///
/// Refusals: `challenges.entry_not_found`, also for one that the caller may not see; with the
/// current entry, `challenges.version_stale`, `challenges.not_in_contest`, `challenges.own_entry`,
/// `challenges.contest_over`, and `challenges.not_queried` if it has no open query.
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
