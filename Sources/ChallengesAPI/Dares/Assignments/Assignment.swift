public import Identifiers
public import Values
public import Wire

/// One recipient's part of a challenge, as its sender or its recipient sees it (2.2-states,
/// 2.5-states).
///
/// `displayState`, `icon`, `closedReason`, `actions` and `points` depend on the caller and the
/// moment of the call. Everything else is the same for both.
public struct Assignment: Codable, Hashable, Sendable, Versioned, Limited {
    /// The assignment.
    public let id: AssignmentID
    /// What is to be done.
    public let challenge: ChallengeSummary
    /// Who sent it, and judges it.
    public let sender: Person
    /// Who is to do it.
    public let recipient: Person
    /// Its state.
    public let state: State
    /// The label to show for `state`.
    public let displayState: DisplayState
    /// How it ended, if `displayState` is `closed`.
    public let closedReason: String?
    public static let closedReasons: [State] = [
        .rejected, .expired, .missed, .withdrawn, .abandoned, .void,
    ]
    /// The icon to show beside the label.
    public let icon: Icon
    /// What the caller may do now, in the order of the URL words.
    public let actions: [Action]
    /// When it ends; `nil` if never. A workout has one. Another try may have moved it.
    public let deadline: Instant?
    /// What was submitted, oldest first.
    public let attempts: [Attempt]
    /// How many more submissions are allowed: 5 at first; a retracted one counts as used.
    public let attemptsLeft: Int
    /// Once done or completed: whether the sender approved it (`true`), or nobody judged it
    /// (`false`), because the sender was silent for 7 days or no proof is required.
    public let isVerified: Bool?
    /// The reason given for denying, rejecting, excusing or voiding it, if any.
    public let reason: String?
    /// The limit of every reason that a call takes.
    public static let reasonLimit = TextLimit(1...500)
    /// When it was sent.
    public let sentAt: Instant
    /// When the recipient first read or answered it.
    public let readAt: Instant?
    /// When the recipient accepted, started or denied it.
    public let answeredAt: Instant?
    /// When the recipient first started the workout; `nil` for a dare.
    public let startedAt: Instant?
    /// When it ended: done, completed, missed, denied, rejected, expired, withdrawn, abandoned,
    /// void.
    public let closedAt: Instant?
    /// When the workout was completed: where proof is required, when what was approved was
    /// submitted (K-19).
    public let completedAt: Instant?
    /// Whether `completedAt` is not after `deadline`; `nil` if it was not completed.
    public let inTime: Bool?
    /// Once done or completed, the recipient's result in seconds, if they gave one (K-21).
    public let seconds: Int?
    /// The limit of every result in seconds: 366 days.
    public static let secondsLimit = 0...31_622_400
    /// Once done, or completed in time, its points for the caller: 100 as the recipient, 10 as the
    /// sender, unless the operator sets other values. Scoring keeps the accounts: where the
    /// operator caps what two people are paid for on one day, one beyond the cap pays nothing
    /// (2.7-pair-day).
    public let points: Int?
    /// Incremented by each change; a call's `ifVersion`, in HTTP `If-Match`, is compared with it.
    public let version: Int64

    public static let limits: FieldLimits = [
        "closedReason": .words(closedReasons.map(\.rawValue)),
        "attemptsLeft": .atLeast(0),
        "seconds": .number(secondsLimit),
        "version": .atLeast(0),
    ]

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
        startedAt: Instant? = nil,
        closedAt: Instant? = nil,
        completedAt: Instant? = nil,
        inTime: Bool? = nil,
        seconds: Int? = nil,
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
        self.startedAt = startedAt
        self.closedAt = closedAt
        self.completedAt = completedAt
        self.inTime = inTime
        self.seconds = seconds
        self.points = points
        self.version = version
    }
}
