public import Wire

/// Returns the caller and the people around them on the public board, in the order of
/// `ListStandings` (2.7-listed). Exact at the time of the reply; `nextCursor` goes on with
/// `ListStandings`.
///
/// Refusals: `scoring.not_listed` (404) if the caller did not choose to be on the board;
/// `scoring.span_unknown` at `/span`; `scoring.limit_invalid` at `/limit`.
public struct ListNeighbours: Call, Limited {
    public static let id: CallID = 0x0409
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The time whose points are counted; `all` when absent.
    public var span: ScoreSpan?
    /// How many standings at most, the caller's own included. Half of them are before it; where one
    /// side has fewer, the other fills the page (2.7-around).
    public var limit: Int?

    public static let limits: FieldLimits = ["limit": .page]

    public init(span: ScoreSpan? = nil, limit: Int? = nil) {
        self.span = span
        self.limit = limit
    }

    public typealias Reply = Page<Standing>
}
