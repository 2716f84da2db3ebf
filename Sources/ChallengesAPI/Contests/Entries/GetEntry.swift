public import Identifiers
public import Wire

/// Returns an entry of a contest as the caller sees it (2.3-entries, FR-45, GC-20): their own, or
/// one that `ListEntries` shows them.
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
