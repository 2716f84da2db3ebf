public import Wire

/// Returns all players by points, from the first on. Each page is exact at the time of its reply.
///
/// Equal points share a rank and use up the ranks behind it: 1, 2, 2, 4 (2.7-ranking). Among
/// equals, the one who reached the points earlier comes first, then the lower id. Only the operator
/// may call it: people appear to strangers only if they chose to, on the board of `ListStandings`
/// (2.10-private). Who is not active is not on the board (2.11-standing).
///
/// Refuses with `scoring.limit_invalid` at `/limit` and with `scoring.cursor_invalid` at `/cursor`.
public struct GetTop: Call, Limited {
    public static let id: CallID = 0x0404
    public static let effect = Effect.none
    public static let access = Access.operator

    /// How many standings at most.
    public var limit: Int?
    /// The `nextCursor` of the page before.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Standing>
}
