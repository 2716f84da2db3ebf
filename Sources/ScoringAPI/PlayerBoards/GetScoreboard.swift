public import Wire

/// Returns the caller and the caller's friends, by points: all, or those of this month or week
/// (CA-18, 2.7-windows).
///
/// Equal points share a rank and use up the ranks behind it: 1, 2, 2, 4 (2.7-ranking). Among
/// equals, the one who was paid last the longest ago comes first, then the lower id. Everyone has a
/// rank, even without points. Friends who are not active are not on it, and the ranks behind close
/// up (2.11-standing).
///
/// With the end of a month or a week, the cursors of its board end.
///
/// Refusals: `scoring.span_unknown` at `/span`; `scoring.limit_invalid` at `/limit`;
/// `scoring.cursor_invalid` at `/cursor`, also for a cursor of another span.
public struct GetScoreboard: Call, Limited {
    public static let id: CallID = 0x0401
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

/// One person's place on a board.
public struct Standing: Codable, Hashable, Sendable, Limited {
    /// 1 for the most points; equal points share a rank.
    public let rank: Int
    /// The person at this place.
    public let user: Person
    /// What was paid to the person, in the time that is counted.
    public let points: Int
    /// Whether the person is the caller, or the person requested.
    public let isMe: Bool

    public static let limits: FieldLimits = ["rank": .atLeast(1)]

    public init(rank: Int, user: Person, points: Int, isMe: Bool) {
        self.rank = rank
        self.user = user
        self.points = points
        self.isMe = isMe
    }
}
