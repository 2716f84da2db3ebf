public import Values
public import Wire

/// One row of a contest's board: a player with their rank and score.
public struct BoardRow: Codable, Hashable, Sendable, Limited {
    /// The rank, from 1; `nil` without an entry.
    public let rank: Int?
    /// The player; a placeholder if the player is inactive, or if the player and the caller are a
    /// blocked pair (2.11-block).
    public let user: Person
    /// The player's value, computed from their entries; `nil` without an entry. Hidden values are
    /// `nil` too, except the caller's own: values are hidden where a phone measures them and
    /// percents are ranked (2.10-ranking).
    public let value: Amount?
    /// The score that is ranked; `nil` without an entry. If values are hidden, other players'
    /// scores are whole percents, rounded down, so 100 means that the target was reached. Ranks
    /// always follow the exact scores.
    public let score: Amount?
    /// The player's progress towards the goal, 0 to 1; `nil` without a goal. If values are hidden,
    /// other players' progress is in whole percents.
    public let progress: Amount?
    /// The number of the player's entries that count.
    public let entries: Int
    /// When the player completed the contest. If values are hidden, other players' times are the
    /// start of that day in the contest's time zone.
    public let completedAt: Instant?
    /// Whether this is the caller's own row. A page that does not contain that row at its rank
    /// begins with it.
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
