public import Identifiers
public import Wire

/// Takes back the caller's vote on a queried entry while the query is open, also if the caller no
/// longer sees the entry (2.3-dispute, 2.8-take-back).
///
/// A participant without a vote changes nothing by it.
///
/// Refusals: `challenges.entry_not_found` for one that the caller does not see, unless they voted
/// and the query is open; `challenges.version_stale`, with the current entry if the caller sees it;
/// and with the current entry `challenges.not_in_contest` for somebody else who did not vote,
/// `challenges.own_entry`, `challenges.contest_over`, and `challenges.not_queried` if nobody queries
/// it or the query was settled.
public struct WithdrawVote: Call {
    public static let id: CallID = 0x025C
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The entry.
    public var entry: EntryID
    /// Refuse with `challenges.version_stale` unless the entry has this version.
    public var ifVersion: Int64?

    public init(entry: EntryID, ifVersion: Int64? = nil) {
        self.entry = entry
        self.ifVersion = ifVersion
    }

    /// The entry as the caller then sees it; `nil` if they do not.
    public typealias Reply = Entry?
}
