public import Wire

/// Finds people by the beginning of their username or of a name (FR-15), without the caller.
///
/// Results are ordered by username. Refuses with `identity.query_invalid` at `/q`,
/// `identity.limit_invalid` at `/limit` and `identity.cursor_invalid` at `/cursor`.
public struct SearchPeople: Call {
    public static let id: CallID = 0x0107
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Page<Person>

    /// 1 to 80 characters, not counting surrounding white space: the beginning of a username, of a
    /// first name, of a last name, or of both names with a space between them. Case is ignored.
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
