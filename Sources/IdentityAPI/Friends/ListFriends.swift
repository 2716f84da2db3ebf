public import Wire

/// Lists the caller's friends by first name, last name and username.
///
/// A friend is left out while their account is inactive (2.11-standing). Refuses with
/// `identity.limit_invalid` at `/limit` and `identity.cursor_invalid` at `/cursor`.
public struct ListFriends: Call, Limited {
    public static let id: CallID = 0x010D
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Page<Person>

    /// The maximum number of friends.
    public var limit: Int?
    /// The `nextCursor` of the previous page; absent for the first page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}
