public import Wire

/// Lists the caller's streaks (2.7-streaks): first the overall one, which is on the first page
/// only, then those of the caller's recurring goals.
///
/// Refusals: `scoring.limit_invalid` at `/limit`, `scoring.cursor_invalid` at `/cursor`.
public struct ListStreaks: Call, Limited {
    public static let id: CallID = 0x040C
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The maximum number of streaks on the page.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Streak>
}
