public import Identifiers
public import Values
public import Wire

/// One recipient's part of a challenge, as its sender or its recipient sees it (2.2-states,
/// 2.5-states).
///
/// `displayState`, `icon`, `closedReason`, `actions` and `points` depend on the caller and the time
/// of the call. Everything else is the same for both users.
public struct Assignment: Codable, Hashable, Sendable, Versioned, Limited {
    /// The assignment.
    public let id: AssignmentID
    /// The challenge: what the recipient is asked to do.
    public let challenge: ChallengeSummary
    /// The sender, who also judges it.
    public let sender: Person
    /// The recipient.
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
    /// The actions that the caller may take now, in a fixed order.
    public let actions: [Action]
    /// The deadline; `nil` if there is none. A workout has one. Another try may have moved it.
    public let deadline: Instant?
    /// The submissions, oldest first.
    public let attempts: [Attempt]
    /// The number of submissions that are left: 5 at first. A retracted submission counts.
    public let attemptsLeft: Int
    /// If done or completed: whether the sender approved it (`true`), or nobody judged it
    /// (`false`), because the sender did not answer for 7 days or no proof is required.
    public let isVerified: Bool?
    /// The reason for denying, rejecting, excusing or voiding it; `nil` if none was given.
    public let reason: String?
    /// The limit of every reason in a call.
    public static let reasonLimit = TextLimit(1...500)
    /// When it was sent.
    public let sentAt: Instant
    /// When the recipient first read or answered it.
    public let readAt: Instant?
    /// When the recipient accepted, started or denied it.
    public let answeredAt: Instant?
    /// When the recipient first started the workout; `nil` for a dare.
    public let startedAt: Instant?
    /// When it reached a final state: done, completed, missed, denied, rejected, expired,
    /// withdrawn, abandoned or void.
    public let closedAt: Instant?
    /// When the workout was completed; if it requires proof, when the approved attempt was
    /// submitted.
    public let completedAt: Instant?
    /// Whether `completedAt` is at or before `deadline`; `nil` if it was not completed.
    public let inTime: Bool?
    /// The recipient's result in seconds, once done or completed; `nil` if none was given.
    public let seconds: Int?
    /// The limit of every result in seconds: up to 366 days.
    public static let secondsLimit = 0...31_622_400
    /// Once done, or completed in time, the caller's points: 100 for the recipient, 10 for the
    /// sender, unless the operator sets other values. Scoring keeps the accounts: if the operator
    /// limits what the same two users earn from each other in a day, an assignment beyond the limit
    /// earns nothing (2.7-pair-day).
    public let points: Int?
    /// The version: incremented by each change. A call's `ifVersion`, in HTTP `If-Match`, is
    /// compared with it.
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
