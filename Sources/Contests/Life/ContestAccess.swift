import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI

/// What a viewer may see of a contest, and whether they may join it or invite others
/// (2.10-visibility).
///
/// `ContestAccess+SQL.swift` expresses the same rules in SQL, for lists. A test compares the two
/// for every case.
package struct ContestAccess: Hashable, Sendable {
    /// Whether the viewer owns the contest. An author who handed it over has no special rights.
    let isOwner: Bool
    /// The viewer's participation state; `nil` if they have no participant row.
    let part: Participant.State?
    /// The relation of the viewer and the owner.
    private let relation: Relation
    private let ownerIsActive: Bool
    private let contest: Facts

    /// The properties of the contest that the rules need.
    private struct Facts: Hashable {
        let kind: ChallengeKind
        let state: ContestLife.State
        let visibility: ContestVisibility
        let isHidden: Bool
        let membersMayInvite: Bool
    }

    /// - Parameters:
    ///   - contest: The contest.
    ///   - viewer: The viewer.
    ///   - part: Their participation state; `nil` if they have no participant row.
    ///   - relation: The relation of the viewer and the owner.
    ///   - ownerIsActive: Whether the owner's account is active.
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

    /// The access of a participant. It does not depend on their relation with the owner, nor on
    /// whether the owner's account is active.
    init(of contest: ContestRecord, forJoined viewer: UserID) {
        self.init(
            of: contest,
            for: viewer,
            part: .joined,
            relation: .none,
            ownerIsActive: true
        )
    }

    /// Whether the viewer may know that the contest exists; otherwise every call answers as if it
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

    /// Whether the viewer may see the participants and their ranking (2.10-ranking). Former and
    /// removed participants see only the result.
    package var seesRanking: Bool {
        guard seesHead else { return false }
        if isOwner || part == .joined || isOpen { return true }
        return contest.state == .completed && (part == .left || part == .removed)
    }

    /// Whether the viewer may see the participants but not their results (2.10-ranking): an invitee
    /// or a requester.
    package var seesNamesOnly: Bool {
        seesHead && !seesRanking && (part == .invited || part == .requested)
    }

    /// Whether the viewer sees the entries and pictures shared with participants. Other viewers see
    /// those with a wider audience, and their own.
    var seesEntries: Bool {
        seesHead && (isOwner || part == .joined)
    }

    /// Whether the viewer may join or request to join: invitees, former participants, and everyone
    /// who sees the contest because it is public or for friends. The owner may join only an open
    /// contest. Participants and requesters may not. Whether the contest still admits newcomers is
    /// not checked.
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

    /// Whether the viewer may invite users and create codes. Whether the contest still admits
    /// newcomers is not checked.
    var mayInvite: Bool {
        seesHead && (isOwner || part == .joined && contest.membersMayInvite)
    }

    /// Whether a non-participant may see the published contest.
    private var isOpen: Bool {
        guard ownerIsActive else { return false }
        return switch contest.visibility {
        case .public: relation != .blocked
        case .friends: relation == .friends
        case .private, .link, .unknown: false
        }
    }
}
