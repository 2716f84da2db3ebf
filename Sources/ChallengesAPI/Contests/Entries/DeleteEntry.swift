public import Identifiers
public import Wire

/// Deletes an entry of the caller until its contest is over (2.3-entries). It no longer counts, and
/// its pictures are gone; participants still see that there was an entry and that it was deleted. A
/// caller who has left the contest may delete entries too. Deleting an entry again does nothing. If
/// it completed the contest, the completion stays and is flagged (2.3-goal).
///
/// Refusals: `challenges.entry_not_found`, also for one that the caller may not see;
/// `challenges.not_your_part` for another user's entry; with the current entry,
/// `challenges.version_stale`, `challenges.contest_over`, and `challenges.wrong_state` for one that
/// was removed.
public struct DeleteEntry: Call {
    public static let id: CallID = 0x0254
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

    public typealias Reply = Nothing
}
