public import Identifiers
public import Wire

/// Returns a contest's board: all participants, best first, exact at any moment (2.7-board).
///
/// Equal scores share a rank and use up the ranks after it: 1, 2, 2, 4 (2.7-ranking). Equals are
/// ordered by when they reached the score, earliest first, then by id, lowest first. Players
/// without an entry have no rank and come last. A page that does not contain the caller's own row
/// at its rank begins with it, in addition to `limit` rows.
///
/// Inactive players have no row, and the ranks after them close up (2.11-standing). The board of a
/// completed contest is its result and never changes (2.7-result): players who were inactive at
/// completion have a row without a rank, and those who became inactive later keep their rank.
///
/// A caller who may not see the ranking gets `scoring.board_not_found`, whether or not they may see
/// the contest (2.10-ranking). The board of a contest whose first score has not arrived yet is
/// empty.
///
/// Refusals: `scoring.board_not_found`; `scoring.around_unknown` at `/around`;
/// `scoring.not_on_board` (404) for `around=me` if the caller is not on the board;
/// `scoring.limit_invalid` at `/limit`; `scoring.cursor_invalid` at `/cursor`, also for a cursor
/// together with `around`.
public struct GetBoard: Call, Limited {
    public static let id: CallID = 0x0407
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The contest.
    public var contest: ChallengeID
    /// With `me`, the page around the caller's own row: half of the other rows come before it, and
    /// if one side has fewer, the other fills the page (2.7-around). When absent, the page begins
    /// at the first row.
    public var around: Around?
    /// The maximum number of rows, not counting the caller's own row in front of them.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
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

    /// Which row a page is around.
    public enum Around: String, OpenEnum, CaseIterable {
        /// The caller's own row.
        case me
        /// A value of a later release.
        case unknown
    }
}
