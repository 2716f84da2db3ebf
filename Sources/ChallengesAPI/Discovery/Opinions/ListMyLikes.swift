public import Wire

/// What the caller likes, definitions and contests, what they liked last first (2.8-likes).
///
/// Of what the caller no longer sees, the id alone is there (2.8-take-back). Presets are in the
/// caller's language.
///
/// Refusals: `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`.
public struct ListMyLikes: Call, Limited {
    public static let id: CallID = 0x0249
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Page<LikedItem>

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
