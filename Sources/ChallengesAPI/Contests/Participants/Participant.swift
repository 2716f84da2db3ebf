public import Identifiers
public import Values
public import Wire

/// A person in a contest, or asked to be (2.3-participants).
public struct Participant: Codable, Hashable, Sendable {
    /// The person; a placeholder where there is a block between them and the caller (2.11-block).
    public let user: Person
    /// How they stand to it.
    public let state: State
    /// Who invited them; `nil` if nobody did, or the caller may not know.
    public let invitedBy: UserID?
    /// When they were invited.
    public let invitedAt: Instant?
    /// When they joined.
    public let joinedAt: Instant?
    /// What they set out to reach; shown to all (2.3-score).
    public let target: Amount?
    /// What their entries, and the totals of their days, amount to (2.3-totals); `nil` without either,
    /// and where the caller may not see it.
    public let value: Amount?
    /// What is ranked; `nil` without an entry, and where the caller may not see it. Where a phone
    /// measures and percents are ranked, that of others is in whole percents, rounded down: 100 only
    /// at the target (2.10-percents).
    public let score: Amount?
    /// How many entries count; `nil` where the caller may not see it.
    public let entries: Int?
    /// When the score was reached. Of others, where their scores are in whole percents, the start of
    /// that day in the contest's time zone.
    public let reachedAt: Instant?
    /// When they completed it; of others as `reachedAt`.
    public let completedAt: Instant?
    /// Whether what completed it was changed or taken back since.
    public let isFlagged: Bool
    /// What they show for having completed it; `nil` if a goal completed it, and where the caller
    /// may not see it.
    public let completion: Completion?

    public init(
        user: Person,
        state: State,
        invitedBy: UserID? = nil,
        invitedAt: Instant? = nil,
        joinedAt: Instant? = nil,
        target: Amount? = nil,
        value: Amount? = nil,
        score: Amount? = nil,
        entries: Int? = nil,
        reachedAt: Instant? = nil,
        completedAt: Instant? = nil,
        isFlagged: Bool = false,
        completion: Completion? = nil
    ) {
        self.user = user
        self.state = state
        self.invitedBy = invitedBy
        self.invitedAt = invitedAt
        self.joinedAt = joinedAt
        self.target = target
        self.value = value
        self.score = score
        self.entries = entries
        self.reachedAt = reachedAt
        self.completedAt = completedAt
        self.isFlagged = isFlagged
        self.completion = completion
    }
}
