package import ChallengesAPI
import ChallengesCore
package import Values

/// The state of one recipient's assignment, and its times (2.2-states, 2.5-states).
///
/// Invariants: `closedAt` is set exactly in the states that end the assignment; `submittedAt`
/// belongs to the newest attempt; at most `attemptsMax` attempts are used. A workout has a
/// deadline.
package struct AssignmentLife: Movable {
    var kind = Kind.dare
    /// Whether a submission shows pictures. A workout is submitted only if proof is required.
    var proof = Proof.optional
    var state = State.sent
    package var deadline: Instant?
    package let sentAt: Instant
    var readAt: Instant?
    var answeredAt: Instant?
    /// The time of the newest attempt.
    package var submittedAt: Instant?
    var closedAt: Instant?
    /// The number of used attempts, retracted ones included.
    var attempts = 0
    /// Whether the sender approved the assignment; set if it is done or completed.
    var isVerified: Bool?
    var reason: String?
    var version: Int64 = 1
    /// The time up to which notices before the deadline were sent or skipped; `nil` if none was due
    /// yet.
    var toldUntil: Instant?
    /// The time of the completion, or of the approved submission of a workout.
    var completedAt: Instant?
    /// The recipient's result in seconds, from the completion or the newest submission.
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

    /// The kind of the challenge.
    package enum Kind: String, CaseIterable, Sendable {
        case dare, workout
    }

    /// The stored state of an assignment.
    package enum State: String, CaseIterable, Sendable {
        case sent, accepted, started, submitted
        case done, completed, denied, rejected, expired, missed, withdrawn, abandoned, void

        /// Whether a user's move or a due transition can still end the assignment. Missed workouts
        /// are not open.
        package var isOpen: Bool {
            switch self {
            case .sent, .accepted, .started, .submitted: true
            case .done, .completed, .denied, .rejected, .expired, .missed, .withdrawn, .abandoned,
                .void:
                false
            }
        }
    }

    /// A user's side of an assignment.
    package enum Party: String, CaseIterable, Sendable {
        case sender, recipient
    }

    /// The name of a move. The first ones are the last words of URLs; the others are internal.
    enum Word: String, CaseIterable, Sendable {
        case read, accept, start, deny, submit, complete, retract
        case giveUp = "give-up"
        case approve
        case tryAgain = "try-again"
        case reject, withdraw, excuse
        /// A moderator voids the assignment.
        case moderator
        /// One of the two users blocks the other.
        case block
        case time
    }

    /// An effect of a move besides the changed row and the notices.
    enum Effect: Hashable, Sendable {
        /// The newest attempt gets a verdict.
        case judge(Attempt.Outcome)
        /// The recipient has accepted or started a challenge made from the definition.
        case use
        /// The recipient has completed a challenge made from the definition.
        case complete
        /// Scoring pays for the assignment.
        case pay
        /// Scoring pays for the assignment if it was completed in time (2.5-late).
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
    /// The time of the next due transition: a notice, the end of the assignment, or the end of the
    /// time for a verdict.
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

    /// The time when the assignment ends without a move; `nil` if never. A workout can be completed
    /// until and including its deadline, and is missed the moment after.
    func endsAt(_ rules: DareRules) -> Instant? {
        switch kind {
        case .dare: state == .sent ? answerBy(rules) : deadline
        case .workout: deadline.map { $0 + .microseconds(1) }
        }
    }

    /// The time until which a dare can be accepted: the deadline, or the end of the time for an
    /// answer, whichever is earlier.
    func answerBy(_ rules: DareRules) -> Instant {
        let patience = sentAt + rules.noAnswer
        return min(deadline ?? patience, patience)
    }

    /// The time when a submission without a verdict is approved; `nil` if nothing was submitted.
    func silentAt(_ rules: DareRules) -> Instant? {
        submittedAt.map { $0 + rules.silentSender }
    }

    /// Whether the deadline has passed; the deadline itself is too late.
    func isPastDeadline(at now: Instant) -> Bool {
        deadline.map { $0 <= now } ?? false
    }

    /// The time until which a missed workout can be completed (2.5-late), exclusive.
    func lateUntil(_ rules: DareRules) -> Instant? {
        deadline.map { $0 + rules.workoutLate }
    }

    /// The time of a workout's first start, which accepts it (2.5-start); `nil` for dares.
    var startedAt: Instant? {
        kind == .workout && state != .denied ? answeredAt : nil
    }

    /// Whether the assignment was completed by its deadline; `nil` if it was not completed.
    var isInTime: Bool? {
        completedAt.map { isByDeadline($0) }
    }

    /// Whether the newest submission was made by the deadline.
    var isSubmittedInTime: Bool {
        submittedAt.map { isByDeadline($0) } ?? false
    }

    /// Whether a moment is not after the deadline.
    func isByDeadline(_ moment: Instant) -> Bool {
        deadline.map { moment <= $0 } ?? true
    }

    /// The time of the next notice before the deadline (2.13-deadlines); `nil` if there is none.
    ///
    /// A notice is due only if more time than that was left when the assignment was sent.
    func nextNotice(_ rules: DareRules) -> Instant? {
        guard let deadline else { return nil }
        let told = max(sentAt, toldUntil ?? sentAt)
        return rules.noticeBefore.lazy.map { deadline - $0 }.first { $0 > told }
    }

    /// How long before the deadline the last notice was due; `nil` if none was due yet.
    func lastNotice(_ rules: DareRules) -> Duration? {
        guard let deadline, let toldUntil else { return nil }
        return rules.noticeBefore.last { deadline - $0 <= toldUntil }
    }

    /// The deadline of another attempt.
    ///
    /// A future deadline can be postponed but not brought forward: the recipient relies on it.
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
