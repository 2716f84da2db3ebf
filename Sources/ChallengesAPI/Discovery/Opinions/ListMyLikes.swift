public import Wire

/// Lists the definitions and contests that the caller likes, the latest liked first (2.8-likes).
///
/// For an item that the caller no longer sees, only the id is present (2.8-take-back). Presets are
/// in the caller's language.
///
/// Refusals: `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`.
public struct ListMyLikes: Call, Limited {
    public static let id: CallID = 0x0249
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = Page<LikedItem>

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
