public import Values
public import Wire

/// One player of a contest's board.
public struct BoardRow: Codable, Hashable, Sendable, Limited {
    /// From 1; `nil` without an entry.
    public let rank: Int?
    /// The player; a placeholder where there is a block between them and the caller, or they are
    /// not active (2.11-block).
    public let user: Person
    /// What their entries amount to; `nil` without an entry, and of everyone but the caller where a
    /// phone measures it and percents are ranked (2.10-ranking).
    public let value: Amount?
    /// What is ranked; `nil` without an entry. Where the value of others is not shown, theirs are
    /// whole percents, rounded down: 100 only at the target. They are ranked by the exact ones.
    public let score: Amount?
    /// How far they are with the goal, 0 to 1; `nil` if there is none. Where the value of others is
    /// not shown, theirs is that of whole percents.
    public let progress: Amount?
    /// How many entries count.
    public let entries: Int
    /// When they completed the contest. Where the value of others is not shown, theirs is the start
    /// of that day in the contest's time zone.
    public let completedAt: Instant?
    /// Whether it is the caller's own row. On a page that does not hold the row by its rank, it
    /// comes first.
    public let isMe: Bool

    public static let limits: FieldLimits = ["rank": .atLeast(1), "entries": .atLeast(0)]

    public init(
        rank: Int?,
        user: Person,
        value: Amount?,
        score: Amount?,
        progress: Amount?,
        entries: Int,
        completedAt: Instant?,
        isMe: Bool
    ) {
        self.rank = rank
        self.user = user
        self.value = value
        self.score = score
        self.progress = progress
        self.entries = entries
        self.completedAt = completedAt
        self.isMe = isMe
    }
}
