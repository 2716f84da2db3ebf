import ChallengesAPI
import Identifiers
import Values

/// What a person may do with a contest at a moment, so that clients never derive rules themselves
/// (2.3-actions).
struct ContestActions: Sendable {
    /// As time has left it by the moment.
    private let contest: ContestRecord
    private let sight: ContestSight
    private let person: ParticipantRecord?
    /// The moves of their own part in it.
    private let moves: [ParticipantLife.Word]
    /// How many people are in it.
    private let joined: Int
    private let now: Instant

    /// - Parameters:
    ///   - contest: The contest.
    ///   - viewer: The person.
    ///   - sight: What they may see of it.
    ///   - person: How they stand to it; `nil` if they have no part in it.
    ///   - joined: How many people are in it.
    ///   - now: The moment.
    ///   - rules: The limits and times.
    init(
        on contest: ContestRecord,
        of viewer: UserID,
        seeing sight: ContestSight,
        as person: ParticipantRecord?,
        joined: Int,
        at now: Instant,
        under rules: Rules
    ) {
        var contest = contest
        while contest.life.pass(to: now, under: rules) != nil {}
        let part = ParticipantLife(of: viewer, person, in: contest, isOpen: sight.mayJoin)
        moves = part.words(for: .person, at: now, under: rules)
        self.contest = contest
        self.sight = sight
        self.person = person
        self.joined = joined
        self.now = now
    }

    /// In the order in which clients are shown them.
    var all: [Contest.Action] {
        sight.seesHead ? Contest.Action.allCases.filter(allows) : []
    }

    private func allows(_ action: Contest.Action) -> Bool {
        let state = contest.life.state
        return switch action {
        case .change: sight.isOwner && !state.isOver
        case .delete, .publish: sight.isOwner && state == .draft
        case .end: sight.isOwner && state == .active && contest.life.endedAt == nil
        case .cancel: sight.isOwner && state.takesPeople
        case .handOver: sight.isOwner && isUnderWay && joined > (isJoined ? 1 : 0)
        case .invite: sight.mayInvite && takesNewcomers
        case .share: contest.visibility == .public && state.takesPeople
        case .join: moves.contains(.join) && joined < contest.capacity ?? .max
        case .decline: moves.contains(.decline)
        case .leave: moves.contains(.leave) || sight.isOwner && !isJoined && isUnderWay
        case .target:
            contest.isPercent && (isJoined || person?.state == .requested) && !hasBegun
        case .log: isJoined && (state == .active || state == .settling)
        case .complete: mayComplete
        case .unknown: false
        }
    }

    private var isJoined: Bool { person?.state == .joined }
    private var hasBegun: Bool { contest.life.startsAt.map { $0 <= now } ?? false }
    /// Whether it was published and is not over.
    private var isUnderWay: Bool { contest.life.state != .draft && !contest.life.state.isOver }

    private var takesNewcomers: Bool {
        contest.life.state.takesPeople && !(contest.locksLate && hasBegun)
    }

    /// An open challenge without a goal is completed when the person says so (K-12).
    private var mayComplete: Bool {
        guard let person, isJoined, !contest.isCompetition, contest.life.state == .active else {
            return false
        }
        return person.goal(in: contest) == nil && person.completedAt == nil
    }
}
