public import Identifiers
public import Values
public import Wire

/// A user's relation to a contest: a participant, an invitee, a requester, or a former one of these
/// (2.3-participants).
public struct Participant: Codable, Hashable, Sendable {
    /// The user; a placeholder if there is a block between them and the caller (2.11-block).
    public let user: Person
    /// The state.
    public let state: State
    /// The user who invited them; `nil` if nobody did, or if the caller may not know.
    public let invitedBy: UserID?
    /// When they were invited.
    public let invitedAt: Instant?
    /// When they joined.
    public let joinedAt: Instant?
    /// Their target; everyone sees it (2.3-score).
    public let target: Amount?
    /// The value of their entries and daily totals (2.3-totals); `nil` without either, and if the
    /// caller may not see it.
    public let value: Amount?
    /// The number that is ranked; `nil` without an entry, and if the caller may not see it. In a
    /// contest with a metric and scores in percent, the score of other users is in whole percents,
    /// rounded down: 100 only at the target (2.10-percents).
    public let score: Amount?
    /// The number of entries that count; `nil` if the caller may not see it.
    public let entries: Int?
    /// When the score was reached. For other users whose scores are shown in whole percents, the
    /// start of that day in the contest's time zone.
    public let reachedAt: Instant?
    /// When they completed it; for other users rounded like `reachedAt`.
    public let completedAt: Instant?
    /// Whether they completed it, but no longer reach the goal after a later change.
    public let isFlagged: Bool
    /// The note and the pictures of the completion; `nil` if a goal completed it, and if the caller
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
