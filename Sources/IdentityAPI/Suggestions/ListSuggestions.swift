public import Wire

/// Lists users whom the caller may know, the newest accounts first (2.8-suggestions). Leaves out
/// friends, blocked pairs, inactive accounts, suggestions that were dismissed, and users to whom
/// the caller has sent a request. A page examines up to 500 suggestions, so it may be short or
/// empty and still have a `nextCursor`.
///
/// Refuses with `identity.limit_invalid` at `/limit` and `identity.cursor_invalid` at `/cursor`.
public struct ListSuggestions: Call, Limited {
    public static let id: CallID = 0x011D
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Page<Suggestion>

    /// The maximum number of suggestions; 20 when absent.
    public var limit: Int?
    /// The `nextCursor` of the previous page; absent for the first page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}
