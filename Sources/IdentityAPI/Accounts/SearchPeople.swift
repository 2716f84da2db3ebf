public import Wire

/// Finds users by the beginning of their username or name, then by similarity to it. Leaves out the
/// caller and inactive accounts (2.11-standing).
///
/// Users whose username or name begins with the text are ordered by username. Where they end, users
/// whose username, last name or both names are similar to the text fill the page, the most similar
/// ones first (2.8-people). If more than 500 users match the beginning, each page examines 500
/// users in this order, so it may be short or empty and still have a `nextCursor`. Refuses with
/// `identity.query_invalid` at `/q`, `identity.limit_invalid` at `/limit` and
/// `identity.cursor_invalid` at `/cursor`.
public struct SearchPeople: Call, Limited {
    public static let id: CallID = 0x0107
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Page<Person>

    /// The beginning of a username, of a first name, of a last name, or of both names with a space
    /// between them; any part of a name in Han, kana, Hangul or Thai. Case, accents and surrounding
    /// white space are ignored (2.8-search).
    public var q: String
    public static let queryLimit = TextLimit(1...80)
    /// The maximum number of users.
    public var limit: Int?
    /// The `nextCursor` of the previous page; absent for the first page.
    public var cursor: String?

    public static let limits: FieldLimits = ["q": .text(queryLimit), "limit": .page]

    public init(q: String, limit: Int? = nil, cursor: String? = nil) {
        self.q = q
        self.limit = limit
        self.cursor = cursor
    }
}
