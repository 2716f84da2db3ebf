import ChallengesAPI
import Values

/// The state of one recipient's assignment, and its times (2.2-states).
///
/// Invariant: `closedAt` is set exactly in the states that end it; `submittedAt` belongs to the
/// newest attempt; at most `attemptsMax` attempts are used.
struct AssignmentLife: Movable {
    var state = State.sent
    var deadline: Instant?
    let sentAt: Instant
    var readAt: Instant?
    var answeredAt: Instant?
    /// When the newest attempt was submitted.
    var submittedAt: Instant?
    var closedAt: Instant?
    /// How many attempts are used, retracted ones included.
    var attempts = 0
    /// Once done: whether the sender approved it.
    var isVerified: Bool?
    var reason: String?
    var version: Int64 = 1
    /// Until when the notices before a deadline were given, or are no longer to be; `nil` if none
    /// was due yet.
    var toldUntil: Instant?

    /// The stored state of an assignment.
    enum State: String, CaseIterable, Sendable {
        case sent, accepted, submitted
        case done, denied, rejected, expired, withdrawn, abandoned, void

        /// Whether it still waits for a person or for time.
        var isOpen: Bool {
            switch self {
            case .sent, .accepted, .submitted: true
            case .done, .denied, .rejected, .expired, .withdrawn, .abandoned, .void: false
            }
        }
    }

    /// A person's side of an assignment.
    enum Party: String, CaseIterable, Sendable {
        case sender, recipient
    }

    /// The name of a move: the last word of its URL, then the moves that have none.
    enum Word: String, CaseIterable, Sendable {
        case read, accept, deny, submit, retract
        case giveUp = "give-up"
        case approve
        case tryAgain = "try-again"
        case reject, withdraw, excuse
        /// A moderator voids it.
        case moderator
        /// One of the two blocks the other.
        case block
        case time
    }

    /// What a move does besides changing the assignment and telling of it.
    enum Effect: Hashable, Sendable {
        /// The newest attempt has its verdict.
        case judge(Attempt.Outcome)
        /// Scoring pays for it.
        case pay
        /// Scoring takes the payment back.
        case takeBack
    }

    var table: MoveTable<AssignmentLife> { .dare }
}

// Times.
extension AssignmentLife {
    /// When time moves it next: with a notice, by ending it, or by the sender's silence.
    func dueAt(_ rules: Rules) -> Instant? {
        switch state {
        case .sent: min(answerBy(rules), nextNotice(rules) ?? answerBy(rules))
        case .accepted: nextNotice(rules) ?? deadline
        case .submitted: silentAt(rules)
        case .done, .denied, .rejected, .expired, .withdrawn, .abandoned, .void: nil
        }
    }

    /// Until when it may be accepted: the deadline or the time limit for an answer, whichever is
    /// earlier.
    func answerBy(_ rules: Rules) -> Instant {
        let patience = sentAt + rules.noAnswer
        return min(deadline ?? patience, patience)
    }

    /// When the sender's silence counts as approval; `nil` if nothing was submitted.
    func silentAt(_ rules: Rules) -> Instant? {
        submittedAt.map { $0 + rules.silentSender }
    }

    /// Whether the deadline has passed; the deadline itself is already too late.
    func isPastDeadline(at now: Instant) -> Bool {
        deadline.map { $0 <= now } ?? false
    }

    /// When the next notice before the deadline is due (2.13-deadlines).
    ///
    /// A notice is due only if more time than that was left when the assignment was sent.
    func nextNotice(_ rules: Rules) -> Instant? {
        guard let deadline else { return nil }
        let told = max(sentAt, toldUntil ?? sentAt)
        return rules.noticeBefore.lazy.map { deadline - $0 }.first { $0 > told }
    }

    /// How long before the deadline the last notice was due; `nil` if none was yet.
    func lastNotice(_ rules: Rules) -> Duration? {
        guard let deadline, let toldUntil else { return nil }
        return rules.noticeBefore.last { deadline - $0 <= toldUntil }
    }

    /// The deadline of another try.
    ///
    /// A deadline still ahead may be postponed but not brought forward: the recipient relies on it.
    func deadline(
        movedTo wanted: Instant?,
        at now: Instant,
        under rules: Rules
    ) throws(ChallengesError) -> Instant? {
        let isPast = isPastDeadline(at: now)
        guard let wanted else {
            if isPast { throw .extraTimeNeeded }
            return deadline
        }
        guard wanted <= now + rules.deadlineMax else { throw .deadlineInvalid }
        let earliest = isPast ? now + rules.extraTime : deadline ?? now + rules.extraTime
        guard wanted >= earliest else { throw .extraTimeNeeded }
        return wanted
    }
}
