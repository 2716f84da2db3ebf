import ChallengesAPI
import Postgres
import Values

/// The state of one assignment of a dare: its times, and the moves between states (2.2-states).
///
/// Invariant: `closedAt` is set exactly in the states that end it; `submittedAt` belongs to the
/// newest attempt; at most `attemptsMax` attempts are used.
struct AssignmentLife: Hashable, Sendable {
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
    /// Incremented by each change.
    var version: Int64 = 1

    /// The stored state of an assignment.
    enum State: String, CaseIterable, Bindable, Readable {
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
    enum Party: CaseIterable {
        case sender, recipient
    }
}

extension AssignmentLife {
    /// Applies one move at a moment, or refuses it and changes nothing.
    ///
    /// Reading never refuses: it sets a time, not a state. Answering implies having read.
    mutating func apply(
        _ move: Move,
        at now: Instant,
        under rules: Rules
    ) throws(ChallengesError) {
        var next = self
        switch (state, move) {
        case (_, .read):
            guard state == .sent, readAt == nil else { return }
            next.readAt = now
        case (.sent, .accept):
            guard now < answerBy(rules) else { throw .deadlinePassed }
            next.answer(.accepted, at: now)
        case (.sent, .deny(let reason)):
            next.answer(.denied, at: now)
            next.close(.denied, because: reason, at: now)
        case (.sent, .withdraw):
            next.close(.withdrawn, at: now)
        case (.accepted, .submit):
            guard !isPastDeadline(at: now) else { throw .deadlinePassed }
            guard attempts < rules.attemptsMax else { throw .attemptsUsedUp }
            next.state = .submitted
            next.submittedAt = now
            next.attempts += 1
        case (.accepted, .giveUp):
            next.close(.abandoned, at: now)
        case (.accepted, .excuse(let reason)):
            next.close(.void, because: reason, at: now)
        case (.submitted, .retract):
            guard !isPastDeadline(at: now) else { throw .deadlinePassed }
            next.state = .accepted
        case (.submitted, .approve):
            next.finish(verified: true, at: now)
        case (.submitted, .tryAgain(_, let deadline)):
            guard attempts < rules.attemptsMax else { throw .attemptsUsedUp }
            next.deadline = try moved(to: deadline, at: now, under: rules)
            next.state = .accepted
        case (.submitted, .reject(let reason)):
            next.close(.rejected, because: reason, at: now)
        case (.rejected, .approve):
            guard let closedAt, now < closedAt + rules.correction else { throw .tooLate }
            next.finish(verified: true, at: now)
        case (.done, .void(let reason)):
            next.close(.void, because: reason, at: now)
        case (.sent, .cut), (.accepted, .cut), (.submitted, .cut):
            next.close(.void, at: now)
        default:
            throw .wrongState
        }
        next.version += 1
        self = next
    }

    /// Applies what time alone does: expires, or counts the sender's silence as approval.
    mutating func pass(to now: Instant, under rules: Rules) {
        guard let due = dueAt(rules), due <= now else { return }
        switch state {
        case .sent, .accepted: close(.expired, at: now)
        case .submitted: finish(verified: false, at: now)
        case .done, .denied, .rejected, .expired, .withdrawn, .abandoned, .void: return
        }
        version += 1
    }

    /// When time changes it next if no one else does; `nil` if never.
    func dueAt(_ rules: Rules) -> Instant? {
        switch state {
        case .sent: answerBy(rules)
        case .accepted: deadline
        case .submitted: submittedAt.map { $0 + rules.silentSender }
        case .done, .denied, .rejected, .expired, .withdrawn, .abandoned, .void: nil
        }
    }

    /// Until when it may be accepted: the deadline or the time limit for an answer, whichever is
    /// earlier.
    private func answerBy(_ rules: Rules) -> Instant {
        let patience = sentAt + rules.noAnswer
        return min(deadline ?? patience, patience)
    }

    /// Whether the deadline has passed; the deadline itself is already too late.
    private func isPastDeadline(at now: Instant) -> Bool {
        deadline.map { $0 <= now } ?? false
    }

    /// The deadline of another try.
    ///
    /// A deadline still ahead may be postponed but not brought forward: the recipient relies on it.
    private func moved(
        to wanted: Instant?,
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

    private mutating func answer(_ state: State, at now: Instant) {
        self.state = state
        answeredAt = now
        readAt = readAt ?? now
    }

    private mutating func close(_ state: State, because reason: String? = nil, at now: Instant) {
        self.state = state
        self.reason = reason
        isVerified = nil
        closedAt = now
    }

    private mutating func finish(verified: Bool, at now: Instant) {
        close(.done, at: now)
        isVerified = verified
    }
}
