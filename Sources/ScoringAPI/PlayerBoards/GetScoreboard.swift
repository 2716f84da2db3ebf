public import Wire

/// Returns the scoreboard of the caller and the caller's friends, by points of all time, of this
/// month or of this week (2.7-windows).
///
/// Equal points share a rank and use up the ranks after it: 1, 2, 2, 4 (2.7-ranking). Equals are
/// ordered by when they were last paid, longest ago first, then by id, lowest first. Everyone has a
/// rank, even without points. Inactive friends are left out, and the ranks after them close up
/// (2.11-standing).
///
/// The cursors of a month or a week become invalid when it ends.
///
/// Refusals: `scoring.span_unknown` at `/span`; `scoring.limit_invalid` at `/limit`;
/// `scoring.cursor_invalid` at `/cursor`, also for a cursor of another span.
public struct GetScoreboard: Call, Limited {
    public static let id: CallID = 0x0401
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

/// A user's rank and points on a board.
public struct Standing: Codable, Hashable, Sendable, Limited {
    /// The rank, 1 for the most points; equal points share a rank.
    public let rank: Int
    /// The user at this rank.
    public let user: Person
    /// The points that the user earned in the time span.
    public let points: Int
    /// Whether the user is the caller, or the requested user.
    public let isMe: Bool

    public static let limits: FieldLimits = ["rank": .atLeast(1)]

    public init(rank: Int, user: Person, points: Int, isMe: Bool) {
        self.rank = rank
        self.user = user
        self.points = points
        self.isMe = isMe
    }
}
