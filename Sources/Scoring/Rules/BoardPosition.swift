import FoundationEssentials
import Identifiers
import ScoringAPI
import Values
import Wire

/// A position in the order of a contest's board: who has a rank before who has none, the better
/// score first, then who reached it earlier, then the lower id (2.7-board).
struct BoardPosition: Hashable, Sendable {
    let isUnranked: Bool
    /// The score in millionths, negated where higher scores win; 0 without a rank.
    let place: Int
    /// When the score was reached; 1970 without a rank.
    let reachedAt: Instant
    let user: UserID

    /// The position before every player: no score is that good.
    static let first = BoardPosition(
        isUnranked: false,
        place: .min,
        reachedAt: Instant(microseconds: 0),
        user: UserID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    )
}

extension BoardPosition {
    /// Reads where a page of a contest's board begins.
    ///
    /// - Throws: `scoring.cursor_invalid` for what is no cursor of this contest's board.
    init(cursor: String?, of contest: ChallengeID) throws(ScoringError) {
        guard let cursor else {
            self = .first
            return
        }
        guard let (unranked, place, reachedAt, user) = Self.cursors(of: contest).keys(of: cursor),
            (0...1).contains(unranked)
        else { throw .cursorInvalid }
        self.init(isUnranked: unranked == 1, place: place, reachedAt: reachedAt, user: user)
    }

    /// The cursor of the page behind this position.
    func cursor(of contest: ChallengeID) -> String {
        Self.cursors(of: contest).text(isUnranked ? 1 : 0, place, reachedAt, user)
    }

    private static func cursors(
        of contest: ChallengeID
    ) -> PageCursor<Int, Int, Instant, UserID> {
        PageCursor("contest/\(contest)")
    }
}
