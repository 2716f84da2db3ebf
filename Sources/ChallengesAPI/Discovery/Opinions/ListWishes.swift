public import Wire

/// The caller's wishlist, definitions and contests, what they put there last first (2.8-wishes,
/// GC-14, GC-19).
///
/// What the caller may no longer see is not among them (2.10-visibility). A contest that is over
/// stays on it. Presets are in the caller's language.
///
/// A page examines at most 500 wishes. Where few of them are listed it is short or empty, and has a
/// `nextCursor` all the same.
///
/// Refusals: `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`.
public struct ListWishes: Call, Limited {
    public static let id: CallID = 0x024C
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Page<WishedItem>

    /// How many items at most.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?
    /// The languages that the caller reads, as `Accept-Language` writes them; English when absent.
    public var languages: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil, languages: String? = nil) {
        self.limit = limit
        self.cursor = cursor
        self.languages = languages
    }
}
