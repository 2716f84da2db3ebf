public import Identifiers
public import Wire

/// The board of a contest: everyone in it, the best first, exact at any moment (2.7-board, FR-03).
///
/// Equal scores share a rank and use up those behind it: 1, 2, 2, 4 (2.7-ranking). Among equals,
/// the one who reached the score earlier comes first, then the lower id. Who has no entry has no
/// rank and comes last. The caller's own row comes first, beyond the limit, on a page that does not
/// hold it by its rank (FR-12).
///
/// Who is not active has no row, and the ranks behind close up (2.11-standing). Once the contest is
/// completed the board is its result and never changes (2.7-result): who is not active then has a
/// row without a rank, and those who no longer are keep the rank.
///
/// Who may see the contest but not its ranking gets `scoring.board_not_found`, as do those who may
/// not see it (2.10-ranking). A contest of which no score has arrived yet has an empty board.
///
/// Refusals: `scoring.board_not_found`; `scoring.around_unknown` at `/around`;
/// `scoring.not_on_board` (404) for `around=me` of a caller who is not on it;
/// `scoring.limit_invalid` at `/limit`; `scoring.cursor_invalid` at `/cursor`, also for a cursor
/// together with `around`.
public struct GetBoard: Call, Limited {
    public static let id: CallID = 0x0407
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// `me`: the page around the caller's own row, half of the others before it; where one side has
    /// fewer, the other fills the page (2.7-around). From the first row when absent.
    public var around: Around?
    /// How many rows at most, beside the caller's own in front of them.
    public var limit: Int?
    /// The `nextCursor` of the page before.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(
        contest: ChallengeID,
        around: Around? = nil,
        limit: Int? = nil,
        cursor: String? = nil
    ) {
        self.contest = contest
        self.around = around
        self.limit = limit
        self.cursor = cursor
    }

    private enum CodingKeys: String, CodingKey {
        case contest = "challenge"
        case around, limit, cursor
    }

    public typealias Reply = Page<BoardRow>

    /// Whom a page is around.
    public enum Around: String, OpenEnum, CaseIterable {
        /// The caller.
        case me
        /// A value of a later release.
        case unknown
    }
}
