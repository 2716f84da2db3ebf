public import Wire

/// Returns the users who chose to be on the public board, by points. Each page is exact at the time
/// of its reply.
///
/// Only these users are ranked (2.7-listed). Equal points share a rank and use up the ranks after
/// it: 1, 2, 2, 4 (2.7-ranking). Equals are ordered by when they were last paid, longest ago first,
/// then by id, lowest first. Everyone has a rank, even without points. A user whom the caller
/// blocked, or who blocked the caller, is a placeholder (2.11-block). Inactive users are left out,
/// and the ranks after them close up (2.11-standing).
///
/// The cursors of a month or a week become invalid when it ends.
///
/// Refusals: `scoring.span_unknown` at `/span`; `scoring.limit_invalid` at `/limit`;
/// `scoring.cursor_invalid` at `/cursor`, also for a cursor of another span.
public struct ListStandings: Call, Limited {
    public static let id: CallID = 0x0408
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The time span whose points count; `all` when absent.
    public var span: ScoreSpan?
    /// The maximum number of standings.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(span: ScoreSpan? = nil, limit: Int? = nil, cursor: String? = nil) {
        self.span = span
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Standing>
}
