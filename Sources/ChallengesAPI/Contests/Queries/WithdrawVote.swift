public import Identifiers
public import Wire

/// Withdraws the caller's vote on a queried entry while the query is open, even if the caller no
/// longer sees the entry (2.3-dispute, 2.8-take-back).
///
/// For a participant who has not voted this changes nothing.
///
/// Refusals: `challenges.entry_not_found` for one that the caller does not see, unless they voted
/// and the query is open; `challenges.version_stale`, with the current entry if the caller sees it;
/// and with the current entry `challenges.not_in_contest` for another user who did not vote,
/// `challenges.own_entry`, `challenges.contest_over`, and `challenges.not_queried` if it has no
/// open query.
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

    /// The entry as the caller sees it after the call; `nil` if they do not see it.
    public typealias Reply = Entry?
}
