import ChallengesAPI
import ChallengesCore
import Definitions
import Identifiers
import Values

/// The actions that a viewer may take on a contest at a moment, so that clients derive no rules
/// themselves (2.3-actions).
struct ContestActions: Sendable {
    /// With due transitions applied.
    private let contest: ContestRecord
    private let access: ContestAccess
    private let person: ParticipantRecord?
    /// The contest's moves, if the viewer owns it.
    private let moves: [ContestLife.Word]
    /// The moves of the viewer's own participation.
    private let partMoves: [ParticipantLife.Word]
    /// Whether the viewer joins at once, and so needs a place; otherwise they request to join.
    private let isLetIn: Bool
    /// The number of participants.
    private let joined: Int
    private let now: Instant

    /// - Parameters:
    ///   - contest: The contest.
    ///   - viewer: The viewer.
    ///   - access: What they may see of the contest.
    ///   - person: Their participant row; `nil` if they have none.
    ///   - joined: The number of participants.
    ///   - now: The moment.
    ///   - rules: The limits and times.
    init(
        on contest: ContestRecord,
        of viewer: UserID,
        seeing access: ContestAccess,
        as person: ParticipantRecord?,
        joined: Int,
        at now: Instant,
        under rules: ContestRules
    ) {
        var contest = contest
        contest.life = contest.currentLife(at: now, under: rules)
        let part = ParticipantLife(of: viewer, person, in: contest, isOpen: access.mayJoin)
        partMoves = part.words(for: .person, at: now, under: rules)
        isLetIn = part.isLetIn
        moves = access.isOwner ? contest.life.words(for: .owner, at: now, under: rules) : []
        self.contest = contest
        self.access = access
        self.person = person
        self.joined = joined
        self.now = now
    }

    /// The actions in the order in which clients show them.
    var all: [Contest.Action] {
        access.seesHead ? Contest.Action.allCases.filter(allows) : []
    }

    private func allows(_ action: Contest.Action) -> Bool {
        let state = contest.life.state
        return switch action {
        case .change: moves.contains(.change)
        case .delete: moves.contains(.delete)
        case .publish: moves.contains(.publish)
        case .end: moves.contains(.end)
        case .cancel: moves.contains(.cancel)
        // The contest needs another participant.
        case .handOver: moves.contains(.handOver) && joined > (isJoined ? 1 : 0)
        case .invite: access.mayInvite && takesNewcomers
        case .share: contest.visibility == .public && takesNewcomers
        case .join:
            (access.mayJoin || person?.state == .requested) && partMoves.contains(.join)
                && (!isLetIn || joined < contest.capacity ?? .max)
        case .decline: partMoves.contains(.decline)
        // An owner who does not take part can leave as well.
        case .leave: partMoves.contains(.leave) || access.isOwner && !isJoined && isUnderWay
        case .target:
            contest.isPercent && (isJoined || person?.state == .requested) && !hasBegun
                && !state.isOver
        case .log: isJoined && (state == .active || state == .settling)
        case .complete: mayComplete
        case .unknown: false
        }
    }

    private var isJoined: Bool { person?.state == .joined }
    private var hasBegun: Bool { contest.life.startsAt.map { $0 <= now } ?? false }
    /// Whether it is published and not over.
    private var isUnderWay: Bool { contest.life.state != .draft && !contest.life.state.isOver }

    private var takesNewcomers: Bool {
        contest.life.state.takesPeople && !(contest.locksLate && hasBegun)
    }

    /// Participants complete an open contest without a goal themselves (K-12).
    private var mayComplete: Bool {
        guard let person, isJoined, !contest.isCompetition, contest.life.state == .active else {
            return false
        }
        return person.goal(in: contest) == nil && person.completedAt == nil
    }
}
