import ChallengesAPI
import Identifiers
import IdentityAPI
import ScoringAPI
import Wire

/// How a person stands to a contest and its owner, as far as it decides whether they see its
/// ranking (2.10-ranking).
struct BoardAccess: Hashable, Sendable {
    /// The person's part in the contest; `nil` if they never had one.
    var part: ScoresChanged.Player.State?
    /// What the person and the owner are to each other.
    var relationWithOwner: Relation = .none
    var isOwnerActive = true

    /// Whether a person who stands so sees a contest's ranking: its owner and, unless it was hidden
    /// after reports, who is in it, those who may see a public contest or a friend's, and of a
    /// completed one also who was in it.
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
    /// Whether a person who stands so may know of the contest, as far as it is known here
    /// (2.10-visibility): whoever sees its ranking, and whoever left it.
    func knows(_ board: ContestBoard, as viewer: UserID) -> Bool {
        sees(board, as: viewer) || part == .left && !board.isHidden
    }
}

extension Contest {
    /// Whether a person whom challengesd shows the contest sees its ranking, although what is known
    /// here does not say so.
    ///
    /// - Parameters:
    ///   - viewer: Who the contest is shown to.
    ///   - isKnown: Whether an event has told of the contest. Then only who owns it and who is in
    ///     it is taken from here.
    /// - Returns: Whether they do.
    func showsRanking(to viewer: UserID, isKnown: Bool) -> Bool {
        if viewer == owner.id || isAttended { return true }
        guard !isKnown else { return false }
        if visibility == .public || visibility == .friends { return true }
        return state == .completed && (me?.state == .left || me?.state == .removed)
    }
}
