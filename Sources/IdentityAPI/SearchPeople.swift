public import Wire

/// Finds people by the beginning of their username or of a name (FR-15), oneself left out.
///
/// In the order of usernames. Refuses with `identity.query_invalid` at `/q`,
/// `identity.limit_invalid` at `/limit` and `identity.cursor_invalid` at `/cursor`.
public struct SearchPeople: Call {
    public static let id: CallID = 0x0107
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Page<Person>

    /// 1 to 80 characters, white space around them not counted: the beginning of a username, a
    /// first name, a last name or the two names with a space between, in any case of letters.
    public var q: String
    /// How many people at most: 1 to 100, 20 when absent.
    public var limit: Int?
    /// Where the last page ended; absent for the first.
    public var cursor: String?

    public init(q: String, limit: Int? = nil, cursor: String? = nil) {
        self.q = q
        self.limit = limit
        self.cursor = cursor
    }
}
