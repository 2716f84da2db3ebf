public import Identifiers
public import Wire

/// Takes back an entry of the caller's until its contest is over (2.3-entries). It no longer
/// counts, and its pictures are gone; who is in the contest still sees that there was one, and that
/// it was deleted. Its owner may have left the contest. Deleting it again does nothing. A contest
/// that was completed by it stays completed, which is flagged (2.3-goal).
///
/// Refusals: `challenges.entry_not_found`, also for one that the caller may not see;
/// `challenges.not_your_part` for another person's; with the current entry,
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
