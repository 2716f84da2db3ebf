public import Identifiers
public import Wire

/// Returns a contest's entry as the caller sees it: one of their own, or one that `ListEntries`
/// shows them (2.3-entries).
///
/// Refusals: `challenges.entry_not_found`.
public struct GetEntry: Call {
    public static let id: CallID = 0x0252
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The entry.
    public var entry: EntryID

    public init(entry: EntryID) {
        self.entry = entry
    }

    public typealias Reply = Entry
}
