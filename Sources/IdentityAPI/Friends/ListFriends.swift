public import Wire

/// Lists the caller's friends by first name, last name and username (GC-23, GC-49, SF-26).
///
/// A friend whose account is not active is left out while it lasts (2.11-standing).
/// Refuses with `identity.limit_invalid` at `/limit` and `identity.cursor_invalid` at `/cursor`.
public struct ListFriends: Call, Limited {
    public static let id: CallID = 0x010D
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Page<Person>

    /// How many friends at most.
    public var limit: Int?
    /// Where the last page ended; absent for the first.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}
