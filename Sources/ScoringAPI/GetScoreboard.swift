public import Wire

/// Returns the caller and the caller's friends, by points (CA-18).
///
/// Equal points share a rank and use up the ranks behind it: 1, 2, 2, 4 (2.7-ranking). Among
/// equals, the one who reached the points earlier comes first. Everyone has a rank, even without
/// points.
///
/// Refuses with `scoring.limit_invalid` at `/limit` and with `scoring.cursor_invalid` at `/cursor`.
public struct GetScoreboard: Call, Limited {
    public static let id: CallID = 0x0401
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// How many standings at most.
    public var limit: Int?
    /// The `nextCursor` of the page before.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
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
    /// All points paid to the person.
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
