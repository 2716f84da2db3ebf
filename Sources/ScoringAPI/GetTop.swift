public import Wire

/// All players by points, from the first on, exact at the moment of each page.
///
/// Equal points share a rank and use up the ranks behind it: 1, 2, 2, 4 (2.7-ranking). Among
/// equals, whoever reached the points earlier stands first, then the lower id. The operator alone
/// may ask: people show themselves to strangers only where they chose to, which they cannot yet
/// (2.10-private).
///
/// Refusals: `scoring.limit_invalid` at `/limit`, `scoring.cursor_invalid` at `/cursor`.
public struct GetTop: Call {
    public static let id: CallID = 0x0404
    public static let effect = Effect.none
    public static let access = Access.operator

    /// How many standings a page holds: 1 to 100, by default 20.
    public var limit: Int?
    /// The `nextCursor` of the page before.
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Standing>
}
