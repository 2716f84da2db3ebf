public import Identifiers
public import Values
public import Wire

/// One recipient's share of a challenge, as one of the two sees it (2.2-states).
///
/// `displayState`, `icon`, `closedReason`, `actions` and `points` are those of whoever asked, at
/// the moment of asking. Everything else is the same for both.
public struct Assignment: Codable, Hashable, Sendable {
    /// The assignment.
    public let id: AssignmentID
    /// What is to be done.
    public let challenge: ChallengeSummary
    /// Who sent it, and judges.
    public let sender: Person
    /// Who is to do it.
    public let recipient: Person
    /// Where it stands.
    public let state: State
    /// The word to show for `state`.
    public let displayState: DisplayState
    /// Where `displayState` is `closed`: `rejected`, `expired`, `withdrawn`, `abandoned` or `void`.
    public let closedReason: String?
    /// The sign to show beside the word.
    public let icon: Icon
    /// What whoever asked may do now, in the order of the URL words.
    public let actions: [Action]
    /// When it ends; `nil` where it has no end. Another try may have moved it.
    public let deadline: Instant?
    /// What was submitted, oldest first.
    public let attempts: [Attempt]
    /// How many more submissions there may be: 5 at first; a retracted one counts as used.
    public let attemptsLeft: Int
    /// Once done: whether the sender approved it (`true`) or was silent for 7 days (`false`).
    public let isVerified: Bool?
    /// Why it was denied, rejected, excused or voided, where somebody said so: 1 to 500 characters.
    public let reason: String?
    /// When it was sent.
    public let sentAt: Instant
    /// When the recipient first read or answered it.
    public let readAt: Instant?
    /// When the recipient accepted or denied it.
    public let answeredAt: Instant?
    /// When it came to its end: done, denied, rejected, expired, withdrawn, abandoned, void.
    public let closedAt: Instant?
    /// Once done, what it is worth to whoever asked: 100 as the recipient, 10 as the sender, where
    /// the operator sets nothing else.
    public let points: Int?
    /// Rises with each change; what `ifVersion` is compared with.
    public let version: Int64

    public init(
        id: AssignmentID,
        challenge: ChallengeSummary,
        sender: Person,
        recipient: Person,
        state: State,
        displayState: DisplayState,
        closedReason: String? = nil,
        icon: Icon,
        actions: [Action],
        deadline: Instant? = nil,
        attempts: [Attempt],
        attemptsLeft: Int,
        isVerified: Bool? = nil,
        reason: String? = nil,
        sentAt: Instant,
        readAt: Instant? = nil,
        answeredAt: Instant? = nil,
        closedAt: Instant? = nil,
        points: Int? = nil,
        version: Int64
    ) {
        self.id = id
        self.challenge = challenge
        self.sender = sender
        self.recipient = recipient
        self.state = state
        self.displayState = displayState
        self.closedReason = closedReason
        self.icon = icon
        self.actions = actions
        self.deadline = deadline
        self.attempts = attempts
        self.attemptsLeft = attemptsLeft
        self.isVerified = isVerified
        self.reason = reason
        self.sentAt = sentAt
        self.readAt = readAt
        self.answeredAt = answeredAt
        self.closedAt = closedAt
        self.points = points
        self.version = version
    }
}
