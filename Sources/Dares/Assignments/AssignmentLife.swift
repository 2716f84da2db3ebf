package import ChallengesAPI
import ChallengesCore
package import Values

/// The state of one recipient's assignment, and its times (2.2-states, 2.5-states).
///
/// Invariant: `closedAt` is set exactly in the states that end it; `submittedAt` belongs to the
/// newest attempt; at most `attemptsMax` attempts are used. A workout has a deadline.
package struct AssignmentLife: Movable {
    var kind = Kind.dare
    /// Whether a submission shows pictures; a workout is submitted only if it must.
    var proof = Proof.optional
    var state = State.sent
    package var deadline: Instant?
    package let sentAt: Instant
    var readAt: Instant?
    var answeredAt: Instant?
    /// When the newest attempt was made.
    package var submittedAt: Instant?
    var closedAt: Instant?
    /// How many attempts are used, retracted ones included.
    var attempts = 0
    /// Once done or completed: whether the sender approved it.
    var isVerified: Bool?
    var reason: String?
    var version: Int64 = 1
    /// Until when the notices before a deadline were given, or are no longer to be; `nil` if none
    /// was due yet.
    var toldUntil: Instant?
    /// When the workout was completed, or what was approved was submitted.
    var completedAt: Instant?
    /// The recipient's result in seconds, as the completion or the newest submission gives it.
    var seconds: Int?

    package init(
        kind: Kind = Kind.dare,
        proof: Proof = Proof.optional,
        state: State = State.sent,
        deadline: Instant? = nil,
        sentAt: Instant,
        readAt: Instant? = nil,
        answeredAt: Instant? = nil,
        submittedAt: Instant? = nil,
        closedAt: Instant? = nil,
        attempts: Int = 0,
        isVerified: Bool? = nil,
        reason: String? = nil,
        version: Int64 = 1,
        toldUntil: Instant? = nil,
        completedAt: Instant? = nil,
        seconds: Int? = nil
    ) {
        self.kind = kind
        self.proof = proof
        self.state = state
        self.deadline = deadline
        self.sentAt = sentAt
        self.readAt = readAt
        self.answeredAt = answeredAt
        self.submittedAt = submittedAt
        self.closedAt = closedAt
        self.attempts = attempts
        self.isVerified = isVerified
        self.reason = reason
        self.version = version
        self.toldUntil = toldUntil
        self.completedAt = completedAt
        self.seconds = seconds
    }

    /// What kind of challenge it is part of.
    package enum Kind: String, CaseIterable, Sendable {
        case dare, workout
    }

    /// The stored state of an assignment.
    package enum State: String, CaseIterable, Sendable {
        case sent, accepted, started, submitted
        case done, completed, denied, rejected, expired, missed, withdrawn, abandoned, void

        /// Whether it still waits for a person or for time.
        package var isOpen: Bool {
            switch self {
            case .sent, .accepted, .started, .submitted: true
            case .done, .completed, .denied, .rejected, .expired, .missed, .withdrawn, .abandoned,
                .void:
                false
            }
        }
    }

    /// A person's side of an assignment.
    package enum Party: String, CaseIterable, Sendable {
        case sender, recipient
    }

    /// The name of a move: the last word of its URL, then the moves that have none.
    enum Word: String, CaseIterable, Sendable {
        case read, accept, start, deny, submit, complete, retract
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
        /// The recipient has taken on a run of its definition.
        case use
        /// The recipient has completed a run of its definition.
        case complete
        /// Scoring pays for it.
        case pay
        /// Scoring pays for it if it was completed in time (2.5-late).
        case payInTime
        /// Scoring takes the payment back, and the completion no longer counts.
        case takeBack
    }

    var table: MoveTable<AssignmentLife> {
        switch kind {
        case .dare: .dare
        case .workout: .workout
        }
    }
}

// Times.
extension AssignmentLife {
    /// When time moves it next: with a notice, by ending it, or by the sender's silence.
    func dueAt(_ rules: DareRules) -> Instant? {
        switch state {
        case .sent, .accepted, .started:
            let end = endsAt(rules)
            return nextNotice(rules).map { min($0, end ?? $0) } ?? end
        case .submitted: return silentAt(rules)
        case .done, .completed, .denied, .rejected, .expired, .missed, .withdrawn, .abandoned,
            .void:
            return nil
        }
    }

    /// When time ends it if nobody moves it; `nil` if never. A workout may still be completed at
    /// its deadline (K-19), and is missed the moment after.
    func endsAt(_ rules: DareRules) -> Instant? {
        switch kind {
        case .dare: state == .sent ? answerBy(rules) : deadline
        case .workout: deadline.map { $0 + .microseconds(1) }
        }
    }

    /// Until when a dare may be accepted: the deadline or the time limit for an answer, whichever
    /// is earlier.
    func answerBy(_ rules: DareRules) -> Instant {
        let patience = sentAt + rules.noAnswer
        return min(deadline ?? patience, patience)
    }

    /// When the sender's silence counts as approval; `nil` if nothing was submitted.
    func silentAt(_ rules: DareRules) -> Instant? {
        submittedAt.map { $0 + rules.silentSender }
    }

    /// Whether the deadline has passed; the deadline itself is already too late.
    func isPastDeadline(at now: Instant) -> Bool {
        deadline.map { $0 <= now } ?? false
    }

    /// Until when a missed workout may be completed all the same (2.5-late); that moment is too
    /// late.
    func lateUntil(_ rules: DareRules) -> Instant? {
        deadline.map { $0 + rules.workoutLate }
    }

    /// When a workout was first started; starting is how it is accepted (2.5-start).
    var startedAt: Instant? {
        kind == .workout && state != .denied ? answeredAt : nil
    }

    /// Whether it was completed by its deadline; `nil` if it was not completed (K-19).
    var isInTime: Bool? {
        completedAt.map { isByDeadline($0) }
    }

    /// Whether the newest submission came by the deadline.
    var isSubmittedInTime: Bool {
        submittedAt.map { isByDeadline($0) } ?? false
    }

    /// Whether a moment is at the deadline or before it.
    func isByDeadline(_ moment: Instant) -> Bool {
        deadline.map { moment <= $0 } ?? true
    }

    /// When the next notice before the deadline is due (2.13-deadlines).
    ///
    /// A notice is due only if more time than that was left when the assignment was sent.
    func nextNotice(_ rules: DareRules) -> Instant? {
        guard let deadline else { return nil }
        let told = max(sentAt, toldUntil ?? sentAt)
        return rules.noticeBefore.lazy.map { deadline - $0 }.first { $0 > told }
    }

    /// How long before the deadline the last notice was due; `nil` if none was yet.
    func lastNotice(_ rules: DareRules) -> Duration? {
        guard let deadline, let toldUntil else { return nil }
        return rules.noticeBefore.last { deadline - $0 <= toldUntil }
    }

    /// The deadline of another try.
    ///
    /// A deadline still ahead may be postponed but not brought forward: the recipient relies on it.
    func deadline(
        movedTo wanted: Instant?,
        at now: Instant,
        under rules: DareRules
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
