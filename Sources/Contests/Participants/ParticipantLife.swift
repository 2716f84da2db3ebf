import ChallengesAPI
import ChallengesCore
import Identifiers
import Values

/// The state of a user's participation in a contest (2.3-participants), with the contest's
/// conditions for joining. The user, the owner, inviters, blocks and due transitions change it.
///
/// Invariant: participants and former participants have `joinedAt`. A former participant whose new
/// invitation or join request lapses returns to `left`.
struct ParticipantLife: Movable {
    var state = State.stranger
    var invitedBy: UserID?
    var invitedAt: Instant?
    /// Whether the user was invited by a code, not by a user.
    var isByCode = false
    var requestedAt: Instant?
    /// When the user joined first; kept after they leave.
    var joinedAt: Instant?
    /// When the user last returned after leaving.
    var returnedAt: Instant?
    /// When the user left, or their invitation or join request ended. A former participant keeps it
    /// until they return.
    var endedAt: Instant?
    /// The participant's target.
    var target: Amount?
    var version: Int64 = 0
    let conditions: Conditions

    /// A contest's conditions for joining.
    struct Conditions: Hashable, Sendable {
        var state = ContestLife.State.active
        var startsAt: Instant?
        var endsAt: Instant?
        var needsApproval = false
        var locksLate = false
        /// Whether each participant has their own target.
        var isPercent = false
        /// Whether the user owns the contest.
        var isOwner = false
        /// Whether the user may join, or request to join, without an invitation.
        var isOpen = false
    }

    /// The state of a participation.
    enum State: String, CaseIterable, Sendable {
        /// Without a participant row.
        case stranger
        case invited, requested, joined, declined, lapsed, refused, left, removed
    }

    /// The role that makes a move.
    enum Party: String, CaseIterable, Sendable {
        /// The participant themselves.
        case person
        /// The contest's owner.
        case owner
        /// Anyone who may invite: the owner, and participants if the contest allows it.
        case inviter
    }

    /// The name of a move. For moves with a URL, this is its last segment.
    enum Word: String, CaseIterable, Sendable {
        case invite, join, decline, leave, target, admit, refuse, remove
        /// A block between the user and their inviter or the owner.
        case block
        /// The end of the contest.
        case time
    }

    /// A move with its values.
    enum Move: Hashable, Moving {
        case invite(by: UserID, byCode: Bool)
        case join(target: Amount?)
        case decline, leave
        case target(Amount)
        case admit, refuse, remove, block, time

        var word: Word {
            switch self {
            case .invite: .invite
            case .join: .join
            case .decline: .decline
            case .leave: .leave
            case .target: .target
            case .admit: .admit
            case .refuse: .refuse
            case .remove: .remove
            case .block: .block
            case .time: .time
            }
        }

        /// The given target.
        var aim: Amount? {
            switch self {
            case .join(let target): target
            case .target(let target): target
            default: nil
            }
        }
    }

    /// An effect of a move in other tables and services, besides notices.
    enum Effect: Hashable, Sendable {
        /// Takes a place in the contest.
        case takePlace
        /// Frees a place.
        case freePlace
        /// Earlier entries and phone totals count again.
        case restore
        /// Scoring is notified of the participation.
        case tellScoring
        /// If the user owns the contest, it passes to another participant.
        case passOwnership
        /// The user's open queries are dropped.
        case dropQueries
    }

    var table: MoveTable<ParticipantLife> { .participant }

    /// Invitations and join requests lapse when the contest ends.
    func dueAt(_: ContestRules) -> Instant? {
        state == .invited || state == .requested ? conditions.endsAt : nil
    }
}

extension ParticipantLife.Conditions {
    /// Why nobody may join or be invited at a moment; `nil` if they may (2.3-late-join).
    func refusal(at now: Instant) -> ChallengesError? {
        switch state {
        case .draft: .wrongState
        case .settling, .completed, .cancelled: .contestOver
        case .scheduled, .active:
            if isPast(endsAt, at: now) {
                .contestOver
            } else if locksLate, hasBegun(at: now) {
                .tooLate
            } else {
                nil
            }
        }
    }

    func hasBegun(at now: Instant) -> Bool {
        isPast(startsAt, at: now)
    }

    func hasEnded(at now: Instant) -> Bool {
        switch state {
        case .settling, .completed, .cancelled: true
        case .draft, .scheduled, .active: isPast(endsAt, at: now)
        }
    }

    private func isPast(_ moment: Instant?, at now: Instant) -> Bool {
        moment.map { $0 <= now } ?? false
    }
}

// Rows.
extension ParticipantLife {
    /// A user's participation in a contest.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - record: Their row; `nil` if they have none.
    ///   - contest: The contest.
    ///   - isOpen: Whether they may join without an invitation.
    init(of user: UserID, _ record: ParticipantRecord?, in contest: ContestRecord, isOpen: Bool) {
        conditions = Conditions(
            state: contest.life.state,
            startsAt: contest.life.startsAt,
            endsAt: contest.life.endsAt,
            needsApproval: contest.needsApproval,
            locksLate: contest.locksLate,
            isPercent: contest.isPercent,
            isOwner: contest.owner == user,
            isOpen: isOpen
        )
        guard let record else { return }
        // From an unknown state of a later release, nobody can join.
        state = State(rawValue: record.state.rawValue) ?? .removed
        invitedBy = record.invitedBy
        invitedAt = record.invitedAt
        isByCode = record.isByCode
        requestedAt = record.requestedAt
        joinedAt = record.joinedAt
        returnedAt = record.returnedAt
        endedAt = record.endedAt
        target = record.target
        version = record.version
    }

    /// The participant row with these values, over the current one.
    func record(over record: ParticipantRecord) -> ParticipantRecord {
        var next = record
        next.state = Participant.State(rawValue: state.rawValue) ?? .unknown
        next.invitedBy = invitedBy
        next.invitedAt = invitedAt
        next.isByCode = isByCode
        next.requestedAt = requestedAt
        next.joinedAt = joinedAt
        next.returnedAt = returnedAt
        next.endedAt = endedAt
        next.target = target
        return next
    }
}
