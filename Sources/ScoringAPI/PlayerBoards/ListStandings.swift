public import Wire

/// Returns the people who chose to be on the public board, by points. Each page is exact at the
/// time of its reply.
///
/// They are ranked among themselves (2.7-listed). Equal points share a rank and use up the ranks
/// behind it: 1, 2, 2, 4 (2.7-ranking). Among equals, the one who was paid last the longest ago
/// comes first, then the lower id. Everyone has a rank, even without points. A person with a block
/// between them and the caller is a placeholder (2.11-block). Who is not active is not on the
/// board, and the ranks behind close up (2.11-standing).
///
/// With the end of a month or a week, the cursors of its board end.
///
/// Refusals: `scoring.span_unknown` at `/span`; `scoring.limit_invalid` at `/limit`;
/// `scoring.cursor_invalid` at `/cursor`, also for a cursor of another span.
public struct ListStandings: Call, Limited {
    public static let id: CallID = 0x0408
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The time whose points are counted; `all` when absent.
    public var span: ScoreSpan?
    /// How many standings at most.
    public var limit: Int?
    /// The `nextCursor` of the page before.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(span: ScoreSpan? = nil, limit: Int? = nil, cursor: String? = nil) {
        self.span = span
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Standing>
}
