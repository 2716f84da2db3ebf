public import Wire

/// Counts the players of the next scores of a board, and returns the scores that the board counts
/// differently (2.7-ranking).
///
/// Boards follow each other in the order of their numbers: those of all players and of listed ones,
/// of months and weeks, and of large contests. The last step of a board also adds its counts up.
/// Changes nothing.
///
/// Refusals: `scoring.limit_invalid` at `/limit`, `scoring.cursor_invalid` at `/cursor`.
public struct CheckBoards: Call, Limited {
    public static let id: CallID = 0x041C
    public static let effect = Effect.none
    public static let access = Access.operator

    /// The maximum number of scores to check.
    public var limit: Int?
    /// The `nextCursor` of the previous step.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<BoardDifference>
}
