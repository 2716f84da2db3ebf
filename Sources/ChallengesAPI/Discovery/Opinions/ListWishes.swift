public import Wire

/// Lists the definitions and contests on the caller's wishlist, the latest added first
/// (2.8-wishes).
///
/// Items that the caller no longer sees are left out (2.10-visibility). Contests that are over stay
/// on the wishlist. Presets are in the caller's language.
///
/// A page examines up to 500 wishes, so it may be short or empty and still have a `nextCursor`.
///
/// Refusals: `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`.
public struct ListWishes: Call, Limited {
    public static let id: CallID = 0x024C
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Page<WishedItem>

    /// The maximum number of items; 20 when absent.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?
    /// The caller's languages, as in `Accept-Language`; English when absent.
    public var languages: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil, languages: String? = nil) {
        self.limit = limit
        self.cursor = cursor
        self.languages = languages
    }
}
