import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI

/// What one person may see of a contest, and whether they may come in or bring others
/// (2.10-visibility).
///
/// `ContestAccess+SQL.swift` says the same to the database, for lists. A test compares the two for
/// every case.
package struct ContestAccess: Hashable, Sendable {
    /// Whether the contest is the viewer's. A first author who handed it over has no more rights
    /// than others.
    let isOwner: Bool
    /// How the viewer stands to it; `nil` if they have no part in it.
    let part: Participant.State?
    /// What the viewer and the owner are to each other.
    private let relation: Relation
    private let ownerIsActive: Bool
    private let contest: Facts

    /// What counts of the contest itself.
    private struct Facts: Hashable {
        let kind: ChallengeKind
        let state: ContestLife.State
        let visibility: ContestVisibility
        let isHidden: Bool
        let membersMayInvite: Bool
    }

    /// - Parameters:
    ///   - contest: The contest.
    ///   - viewer: The person.
    ///   - part: How they stand to it; `nil` if they have no part in it.
    ///   - relation: What they and its owner are to each other.
    ///   - ownerIsActive: Whether its owner is active.
    init(
        of contest: ContestRecord,
        for viewer: UserID,
        part: Participant.State?,
        relation: Relation,
        ownerIsActive: Bool
    ) {
        isOwner = contest.owner == viewer
        self.part = part
        self.relation = relation
        self.ownerIsActive = ownerIsActive
        self.contest = Facts(
            kind: contest.challenge.kind,
            state: contest.life.state,
            visibility: contest.visibility,
            isHidden: contest.isHidden,
            membersMayInvite: contest.membersMayInvite
        )
    }

    /// What somebody may see who is in the contest: what they and its owner are to each other, and
    /// whether that one is active, matters only for others.
    init(of contest: ContestRecord, forJoined viewer: UserID) {
        self.init(
            of: contest,
            for: viewer,
            part: .joined,
            relation: .none,
            ownerIsActive: true
        )
    }

    /// Whether the viewer may know that the contest exists; if not, every call is answered as if it
    /// did not (2.10-private).
    package var seesHead: Bool {
        if isOwner { return true }
        guard contest.state != .draft, !contest.isHidden else { return false }
        return switch part {
        case .joined, .left: true
        case .invited, .requested: relation != .blocked
        case .removed where contest.state == .completed: true
        case .removed, .declined, .refused, .lapsed, .unknown, nil: isOpen
        }
    }

    /// Whether the viewer may see who is in it and how they are ranked (2.10-ranking). Of those who
    /// were in it, only the result.
    package var seesRanking: Bool {
        guard seesHead else { return false }
        if isOwner || part == .joined || isOpen { return true }
        return contest.state == .completed && (part == .left || part == .removed)
    }

    /// Whether the viewer sees who is in it, but not how they do (2.10-ranking): who was asked to
    /// join, or asks to.
    package var seesNamesOnly: Bool {
        seesHead && !seesRanking && (part == .invited || part == .requested)
    }

    /// Whether the viewer sees entries and pictures meant for those who are in it. Others see those
    /// with a wider audience, and their own.
    var seesEntries: Bool {
        seesHead && (isOwner || part == .joined)
    }

    /// Whether the viewer, who is not in it and has not asked to be, may join or ask to: those who
    /// are invited or were in it may, and those who see a public contest or one for friends. The
    /// owner joins an open contest alone. Whether it still takes people is not said here.
    var mayJoin: Bool {
        guard seesHead else { return false }
        return switch part {
        case .joined, .requested, .removed: false
        case .invited: true
        case .left: relation != .blocked
        case .declined, .lapsed, .refused, .unknown, nil:
            isOwner ? contest.kind == .open : isOpen
        }
    }

    /// Whether the viewer may invite people and make codes. Whether it still takes people is not
    /// said here.
    var mayInvite: Bool {
        seesHead && (isOwner || part == .joined && contest.membersMayInvite)
    }

    /// Whether the viewer sees a published contest without any part in it.
    private var isOpen: Bool {
        guard ownerIsActive else { return false }
        return switch contest.visibility {
        case .public: relation != .blocked
        case .friends: relation == .friends
        case .private, .link, .unknown: false
        }
    }
}
