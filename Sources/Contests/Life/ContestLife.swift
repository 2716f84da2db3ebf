import ChallengesAPI
import ChallengesCore
import IdentityAPI
package import Values

/// The state of a contest and its times (2.3-states): what its owner and time move.
///
/// Invariant: `closedAt` is set exactly in the states that end it; a contest that was published has
/// `startsAt`; one that settles or was completed has `endsAt` and `settlesAt`.
package struct ContestLife: Movable {
    var state = State.draft
    /// `nil` in a draft that begins when it is published.
    package var startsAt: Instant?
    /// What occurs then is too late; `nil` if it never ends.
    package var endsAt: Instant?
    /// Whether it lasts whole days of its zone.
    package var wholeDays = false
    package let createdAt: Instant
    package var publishedAt: Instant?
    /// When its owner ended it.
    package var endedAt: Instant?
    /// Until when what occurred before its end may be logged.
    package var settlesAt: Instant?
    package var closedAt: Instant?
    /// Until when the notices before its end were given, or came too late when the end was moved;
    /// `nil` if neither was yet.
    var toldUntil: Instant?
    var version: Int64 = 1
    /// When the last of its days has ended for everyone in it (2.9-settling); `nil` where days are
    /// not what is counted, or nobody asks. Not stored.
    var daysEndAt: Instant?

    package init(
        state: State = State.draft,
        startsAt: Instant? = nil,
        endsAt: Instant? = nil,
        wholeDays: Bool = false,
        createdAt: Instant,
        publishedAt: Instant? = nil,
        endedAt: Instant? = nil,
        settlesAt: Instant? = nil,
        closedAt: Instant? = nil,
        toldUntil: Instant? = nil,
        version: Int64 = 1,
        daysEndAt: Instant? = nil
    ) {
        self.state = state
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.wholeDays = wholeDays
        self.createdAt = createdAt
        self.publishedAt = publishedAt
        self.endedAt = endedAt
        self.settlesAt = settlesAt
        self.closedAt = closedAt
        self.toldUntil = toldUntil
        self.version = version
        self.daysEndAt = daysEndAt
    }

    /// The stored state of a contest.
    package enum State: String, CaseIterable, Sendable {
        case draft, scheduled, active, settling, completed, cancelled

        /// Whether people may still join and be invited.
        var takesPeople: Bool { self == .scheduled || self == .active }
        /// Whether nothing changes it any more.
        package var isOver: Bool { self == .completed || self == .cancelled }
        /// Whether its rules can no longer change (2.3-editing).
        var locksRules: Bool { self != .draft && self != .scheduled }
    }

    /// A side of a contest.
    enum Party: String, CaseIterable, Sendable {
        case owner
        /// Those who are in it.
        case joined
        /// Those who ask to join and wait for the owner's answer.
        case requested
    }

    /// The name of a move: the last word of its URL, then the moves that have none.
    enum Word: String, CaseIterable, Sendable {
        case change, delete, publish, end, cancel
        case handOver = "hand-over"
        /// Its owner is gone, and nobody is left to own it.
        case ownerGone = "owner-gone"
        case time
    }

    /// What a move does besides changing the contest and telling of it.
    enum Effect: Hashable, Sendable {
        /// Its author joins, and its invitees are invited.
        case gather
        /// Invitations and requests lapse, and their notices with them.
        case lapse(NoticesSettled.Outcome)
        /// Queried entries are decided.
        case decide
        /// Queried entries stay as they are, and their notices go.
        case dropQueries
        /// Those whose entries or totals its end leaves out are counted again.
        case recount
        /// Those who have totals of its days are counted.
        case countTotals
        /// Scoring is told of it.
        case tellScoring
    }

    static let isPunctual = true

    var table: MoveTable<ContestLife> { .contest }
}

// Times.
extension ContestLife {
    /// When time moves it next: by its start, a notice before its end, its end, or its result.
    func dueAt(_ rules: ContestRules) -> Instant? {
        switch state {
        case .scheduled: startsAt
        case .active: nextNotice(rules).map { min($0, endsAt ?? $0) } ?? endsAt
        case .settling: settlesAt
        case .draft, .completed, .cancelled: nil
        }
    }

    /// When the notice before its end is due; `nil` if it was given, or is not to be
    /// (2.13-deadlines).
    ///
    /// A notice is due only if more time than that was left when the contest began, or was
    /// published after that, or its end was moved.
    func nextNotice(_ rules: ContestRules) -> Instant? {
        guard let endsAt, let startsAt else { return nil }
        let due = endsAt - rules.contestNotice
        let told = max(startsAt, publishedAt ?? startsAt, toldUntil ?? startsAt)
        return due > told ? due : nil
    }

    /// What comes of an end that was moved: before it began, its notice is measured from its start.
    mutating func endMoved(at now: Instant) {
        if state == .active { toldUntil = now }
    }

    /// Until when what occurred before an end may be logged, at least until the last of its days
    /// has ended for everyone (2.9-settling).
    func settles(afterEndAt end: Instant, under rules: ContestRules) -> Instant {
        let settled = end + rules.contestSettling
        return max(settled, daysEndAt ?? settled)
    }

    /// When its result is fixed, if nothing changes until then; `nil` if it never is.
    func completesAt(_ rules: ContestRules) -> Instant? {
        switch state {
        case .scheduled, .active: endsAt.map { settles(afterEndAt: $0, under: rules) }
        case .settling: settlesAt.map { max($0, daysEndAt ?? $0) }
        case .draft, .completed, .cancelled: nil
        }
    }

    /// Whether what occurs now is too late for it.
    func hasEnded(at now: Instant) -> Bool {
        state == .settling || state.isOver || endsAt.map { $0 <= now } ?? false
    }
}
