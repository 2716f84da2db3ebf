public import Wire

/// The asker and the asker's friends, by points (CA-18).
///
/// Equal points share a rank and use up the ranks behind it: 1, 2, 2, 4 (2.7-ranking). Among
/// equals, whoever reached the points earlier stands first. Everybody has a rank, also with no
/// points at all.
///
/// Refusals: `scoring.limit_invalid` at `/limit`, `scoring.cursor_invalid` at `/cursor`.
public struct GetScoreboard: Call {
    public static let id: CallID = 0x0401
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// How many standings a page holds: 1 to 100, by default 20.
    public var limit: Int?
    /// The `nextCursor` of the page before.
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Standing>
}

/// One person's place on a board.
public struct Standing: Codable, Hashable, Sendable {
    /// 1 for the most points; shared by equals.
    public let rank: Int
    /// Whose place it is.
    public let user: Person
    /// All points that the person has been paid.
    public let points: Int
    /// Whether the person is the one who asks, or who is asked about.
    public let isMe: Bool

    public init(rank: Int, user: Person, points: Int, isMe: Bool) {
        self.rank = rank
        self.user = user
        self.points = points
        self.isMe = isMe
    }
}
