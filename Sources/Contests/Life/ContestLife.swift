import ChallengesAPI
import ChallengesCore
import IdentityAPI
package import Values

/// The state and times of a contest (2.3-states), which its owner and due transitions change.
///
/// Invariant: `closedAt` is set exactly in the final states; a published contest has `startsAt`;
/// one that is settling or completed has `endsAt` and `settlesAt`.
package struct ContestLife: Movable {
    var state = State.draft
    /// `nil` in a draft that begins when it is published.
    package var startsAt: Instant?
    /// The first moment that is too late; `nil` if it never ends.
    package var endsAt: Instant?
    /// Whether the contest lasts whole days in its time zone.
    package var wholeDays = false
    /// The first day, with which the contest starts; `nil` if it starts at a moment.
    package var startsOn: CivilDate?
    /// The last day, with whose end the contest ends; `nil` if it ends at a moment, or never.
    package var endsOn: CivilDate?
    /// The release of the time zones by which the start and the end were derived from the days;
    /// `nil` if no day was given, or an earlier release of the service stored them.
    package var zoneRelease: String?
    package let createdAt: Instant
    package var publishedAt: Instant?
    /// When the owner ended it.
    package var endedAt: Instant?
    /// The end of settling: until then, entries for moments before the end may be logged.
    package var settlesAt: Instant?
    package var closedAt: Instant?
    /// The latest moment when the notice of the end was given, or the end was moved while the
    /// contest was active; `nil` if neither happened.
    var toldUntil: Instant?
    var version: Int64 = 1
    /// When the last day is over in every participant's time zone (2.9-settling); `nil` if the
    /// contest does not count days, or this was not read. Not stored.
    var daysEndAt: Instant?

    package init(
        state: State = State.draft,
        startsAt: Instant? = nil,
        endsAt: Instant? = nil,
        wholeDays: Bool = false,
        startsOn: CivilDate? = nil,
        endsOn: CivilDate? = nil,
        zoneRelease: String? = nil,
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
        self.startsOn = startsOn
        self.endsOn = endsOn
        self.zoneRelease = zoneRelease
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

        /// Whether users may still join and be invited.
        var takesPeople: Bool { self == .scheduled || self == .active }
        /// Whether the state is final.
        package var isOver: Bool { self == .completed || self == .cancelled }
        /// Whether the contest's rules can no longer change (2.3-editing).
        var locksRules: Bool { self != .draft && self != .scheduled }
    }

    /// A role in a contest.
    enum Party: String, CaseIterable, Sendable {
        case owner
        /// The participants.
        case joined
        /// The requesters, who wait for the owner's answer.
        case requested
    }

    /// The name of a move. For moves with a URL, this is its last segment.
    enum Word: String, CaseIterable, Sendable {
        case change, delete, publish, end, cancel
        case handOver = "hand-over"
        /// The owner left or was deleted, and there is no successor.
        case ownerGone = "owner-gone"
        case time
    }

    /// An effect of a move besides the contest's change and the notices.
    enum Effect: Hashable, Sendable {
        /// The author joins, and the invitees are invited.
        case gather
        /// Invitations and join requests lapse, and their notices are resolved.
        case lapse(NoticesSettled.Outcome)
        /// Entries with open queries are decided.
        case decide
        /// Queries are dropped: the entries stay as they are, and the notices are resolved.
        case dropQueries
        /// Totals are recomputed for participants with entries or phone totals after the new end.
        case recount
        /// Totals are computed for participants with phone totals on days of the contest.
        case countTotals
        /// Scoring is notified.
        case tellScoring
    }

    static let isPunctual = true

    var table: MoveTable<ContestLife> { .contest }
}

// Times.
extension ContestLife {
    /// When the next transition is due: the start, the notice of the end, the end, or the result.
    func dueAt(_ rules: ContestRules) -> Instant? {
        switch state {
        case .scheduled: startsAt
        case .active: nextNotice(rules).map { min($0, endsAt ?? $0) } ?? endsAt
        case .settling: settlesAt
        case .draft, .completed, .cancelled: nil
        }
    }

    /// When the notice of the end is due; `nil` if it was given or is not needed (2.13-deadlines).
    ///
    /// It is due only if it lies after the start, after the publication, and after the last move of
    /// the end.
    func nextNotice(_ rules: ContestRules) -> Instant? {
        guard let endsAt, let startsAt else { return nil }
        let due = endsAt - rules.contestNotice
        let told = max(startsAt, publishedAt ?? startsAt, toldUntil ?? startsAt)
        return due > told ? due : nil
    }

    /// Records that the end of an active contest was moved. Before the start this is not needed:
    /// the notice depends on the start then.
    mutating func endMoved(at now: Instant) {
        if state == .active { toldUntil = now }
    }

    /// The end of settling for a given end: at least until the last day is over in every
    /// participant's time zone (2.9-settling).
    func settles(afterEndAt end: Instant, under rules: ContestRules) -> Instant {
        let settled = end + rules.contestSettling
        return max(settled, daysEndAt ?? settled)
    }

    /// When the result is fixed if nothing changes before; `nil` if it never is.
    func completesAt(_ rules: ContestRules) -> Instant? {
        switch state {
        case .scheduled, .active: endsAt.map { settles(afterEndAt: $0, under: rules) }
        case .settling: settlesAt.map { max($0, daysEndAt ?? $0) }
        case .draft, .completed, .cancelled: nil
        }
    }

    /// Whether the contest's end has passed, so that new entries are too late.
    func hasEnded(at now: Instant) -> Bool {
        state == .settling || state.isOver || endsAt.map { $0 <= now } ?? false
    }
}
