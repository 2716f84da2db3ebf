public import Wire

/// Finds people by the beginning of their username or of a name (FR-15), without the caller and
/// those who are not active (2.11-standing).
///
/// Results are ordered by username. If more than 500 match, a page examines 500 people in this order:
/// where few of them match it is short or empty, and has a `nextCursor` all the same. Refuses with `identity.query_invalid` at `/q`,
/// `identity.limit_invalid` at `/limit` and `identity.cursor_invalid` at `/cursor`.
public struct SearchPeople: Call, Limited {
    public static let id: CallID = 0x0107
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Page<Person>

    /// The beginning of a username, of a first name, of a last name, or of both names with a space
    /// between them. Case and surrounding white space are ignored.
    public var q: String
    public static let queryLimit = TextLimit(1...80)
    /// How many people at most.
    public var limit: Int?
    /// Where the last page ended; absent for the first.
    public var cursor: String?

    public static let limits: FieldLimits = ["q": .text(queryLimit), "limit": .page]

    public init(q: String, limit: Int? = nil, cursor: String? = nil) {
        self.q = q
        self.limit = limit
        self.cursor = cursor
    }
}
