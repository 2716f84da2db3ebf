import ChallengesAPI
import Identifiers
import IdentityAPI
import ScoringAPI
import Wire

/// The facts about a viewer that decide whether they see a contest's ranking: their part in the
/// contest, and their relation with its owner (2.10-ranking).
struct BoardAccess: Hashable, Sendable {
    /// The viewer's participation state; `nil` if they never took part.
    var part: ScoresChanged.Player.State?
    /// The relation between the viewer and the owner.
    var relationWithOwner: Relation = .none
    var isOwnerActive = true

    /// Whether the viewer sees the contest's ranking. The owner always does. Unless the contest was
    /// hidden after reports, so do participants, everyone who may see a public contest or a
    /// friend's, and former participants of a completed contest.
    func sees(_ board: ContestBoard, as viewer: UserID) -> Bool {
        if viewer == board.owner { return true }
        guard !board.isHidden else { return false }
        if part == .joined { return true }
        if board.isCompleted, part == .left || part == .removed { return true }
        guard isOwnerActive else { return false }
        return switch board.visibility {
        case .public: relationWithOwner != .blocked
        case .friends: relationWithOwner == .friends
        case .private, .link, .unknown: false
        }
    }
}

extension BoardAccess {
    /// Whether the viewer may know of the contest, as far as scoring can tell (2.10-visibility):
    /// viewers who see its ranking, and former participants who left.
    func knows(_ board: ContestBoard, as viewer: UserID) -> Bool {
        sees(board, as: viewer) || part == .left && !board.isHidden
    }
}

extension Contest {
    /// Whether the viewer sees the ranking of this contest, which challengesd showed them. Asked if
    /// scoring's own data does not allow it, because an event may still be on its way.
    ///
    /// - Parameters:
    ///   - viewer: The viewer.
    ///   - isKnown: Whether scoring has received an event about the contest. If so, only ownership
    ///     and participation are taken from here.
    /// - Returns: Whether the viewer sees the ranking.
    func showsRanking(to viewer: UserID, isKnown: Bool) -> Bool {
        if viewer == owner.id || isAttended { return true }
        guard !isKnown else { return false }
        if visibility == .public || visibility == .friends { return true }
        return state == .completed && (me?.state == .left || me?.state == .removed)
    }
}
