import ChallengesAPI
import ChallengesCore
import Identifiers
import Values

/// The state of a person in a contest (2.3-participants), and what the contest says of who may come
/// in: what they, its owner and those who invite move.
///
/// Invariant: a person who is or was in it has `joinedAt`. One who was, and is invited or asks
/// again, has left it again if nothing comes of that.
struct ParticipantLife: Movable {
    var state = State.stranger
    var invitedBy: UserID?
    var invitedAt: Instant?
    /// Whether a code invited them, and no person.
    var isByCode = false
    var requestedAt: Instant?
    /// When they joined first; kept by who leaves.
    var joinedAt: Instant?
    /// When they joined again last, if they had left.
    var returnedAt: Instant?
    /// When they left, or what they were asked or asked for came to nothing; kept by who was in it
    /// and is asked back, until they are.
    var endedAt: Instant?
    /// What they set out to reach.
    var target: Amount?
    var version: Int64 = 0
    let conditions: Conditions

    /// What a contest says of who may come in.
    struct Conditions: Hashable, Sendable {
        var state = ContestLife.State.active
        var startsAt: Instant?
        var endsAt: Instant?
        var needsApproval = false
        var locksLate = false
        /// Whether each person has a target of their own.
        var isPercent = false
        /// Whether the person owns it.
        var isOwner = false
        /// Whether the person may come in, or ask to, without being invited.
        var isOpen = false
    }

    /// How a person stands to a contest.
    enum State: String, CaseIterable, Sendable {
        /// Has no part in it, and no row.
        case stranger
        case invited, requested, joined, declined, lapsed, refused, left, removed
    }

    /// Whose a move is.
    enum Party: String, CaseIterable, Sendable {
        /// The person themselves.
        case person
        /// The contest's owner.
        case owner
        /// Who may invite: the owner, and where the contest says so those who are in it.
        case inviter
    }

    /// The name of a move: the last word of its URL, then the moves that have none.
    enum Word: String, CaseIterable, Sendable {
        case invite, join, decline, leave, target, admit, refuse, remove
        /// The person and who invited them, or the owner, block each other.
        case block
        /// The contest ends.
        case time
    }

    /// A move, and what it brings.
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

        /// The target that it brings.
        var aim: Amount? {
            switch self {
            case .join(let target): target
            case .target(let target): target
            default: nil
            }
        }
    }

    /// What a move does in other tables and services, besides notices.
    enum Effect: Hashable, Sendable {
        /// Takes a place in the contest.
        case takePlace
        /// Frees a place.
        case freePlace
        /// Entries from before count again, and totals of days from before count.
        case restore
        /// Scoring hears how the person stands.
        case tellScoring
        /// The contest passes to another participant if it was the person's.
        case passOwnership
        /// Their open queries fall.
        case dropQueries
    }

    var table: MoveTable<ParticipantLife> { .participant }

    /// An invitation, and the wish to join, last until the contest ends.
    func dueAt(_: ContestRules) -> Instant? {
        state == .invited || state == .requested ? conditions.endsAt : nil
    }
}

extension ParticipantLife.Conditions {
    /// Why nobody joins the contest at a moment, and nobody is invited; `nil` if people may
    /// (2.3-late-join).
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
    /// How a person stands to a contest.
    ///
    /// - Parameters:
    ///   - user: The person.
    ///   - record: Their row; `nil` if there is none.
    ///   - contest: The contest.
    ///   - isOpen: Whether they may come in without being invited.
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
        // Nobody comes in from a state of a later release.
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

    /// The row of a person who stands so, changed from the one that they have.
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
