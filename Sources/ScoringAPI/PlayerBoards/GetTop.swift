public import Wire

/// Returns all players by points, best first. Each page is exact at the time of its reply.
///
/// Equal points share a rank and use up the ranks after it: 1, 2, 2, 4 (2.7-ranking). Equals are
/// ordered by when they reached the points, earliest first, then by id, lowest first. Only the
/// operator may call it: strangers see only users who chose to be on the public board, which
/// `ListStandings` returns (2.10-private). Inactive users are left out (2.11-standing).
///
/// Refuses with `scoring.limit_invalid` at `/limit` and with `scoring.cursor_invalid` at `/cursor`.
public struct GetTop: Call, Limited {
    public static let id: CallID = 0x0404
    public static let effect = Effect.none
    public static let access = Access.operator

    /// The maximum number of standings.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Standing>
}
