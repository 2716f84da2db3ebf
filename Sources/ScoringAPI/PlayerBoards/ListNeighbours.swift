public import Wire

/// Returns the caller and the users around them on the public board, in the board's order
/// (2.7-listed). The page is exact at the time of the reply. The list of all standings on the board
/// accepts its `nextCursor`.
///
/// Refusals: `scoring.not_listed` (404) if the caller did not choose to be on the board;
/// `scoring.span_unknown` at `/span`; `scoring.limit_invalid` at `/limit`.
public struct ListNeighbours: Call, Limited {
    public static let id: CallID = 0x0409
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The time span whose points count; `all` when absent.
    public var span: ScoreSpan?
    /// The maximum number of standings, the caller's own included. Half of them come before it; if
    /// one side has fewer, the other fills the page (2.7-around).
    public var limit: Int?

    public static let limits: FieldLimits = ["limit": .page]

    public init(span: ScoreSpan? = nil, limit: Int? = nil) {
        self.span = span
        self.limit = limit
    }

    public typealias Reply = Page<Standing>
}
