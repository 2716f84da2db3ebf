public import Wire

/// The caller's streaks (2.7-streaks): on the first page the overall one, then those of their goals
/// that recur.
///
/// Refusals: `scoring.limit_invalid` at `/limit`, `scoring.cursor_invalid` at `/cursor`.
public struct ListStreaks: Call, Limited {
    public static let id: CallID = 0x040C
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// How many streaks at most.
    public var limit: Int?
    /// The `nextCursor` of the page before.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Streak>
}
