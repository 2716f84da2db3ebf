import FoundationEssentials
import Identifiers
import ScoringAPI
import Values
import Wire

/// A position in the order of a contest's board. Ranked players come before unranked ones, then
/// better scores first, then scores reached earlier, then lower ids (2.7-board).
struct BoardPosition: Hashable, Sendable {
    let isUnranked: Bool
    /// The score in millionths, negated where higher scores win; 0 without a rank.
    let place: Int
    /// When the score was reached; 1970 without a rank.
    let reachedAt: Instant
    let user: UserID

    /// The position before every player; no score is that good.
    static let first = BoardPosition(
        isUnranked: false,
        place: .min,
        reachedAt: Instant(microseconds: 0),
        user: UserID(.lowest)
    )
}

/// The start of a page of a contest's board: a position, and a number of rows to skip after it.
struct BoardStart: Hashable, Sendable {
    /// The position before the page.
    let position: BoardPosition
    /// The number of rows to skip between the position and the page.
    let skipped: Int

    /// The start of the first page.
    static let first = BoardStart(position: .first, skipped: 0)
    /// The permitted number of rows to skip, which are rows of players that the viewer can't see.
    /// The limit keeps a forged cursor from scanning a whole board.
    private static let skippedLimit = 0...10_000
}

extension BoardStart {
    /// The start of the page after some lines. It names only a player that the viewer can see:
    /// lines after the last visible player are counted as skipped.
    init(after lines: [BoardLine], from start: BoardStart, for viewer: UserID) {
        if let named = lines.lastIndex(where: { $0.leadsToPlayer(for: viewer) }) {
            self.init(position: lines[named].position, skipped: lines.count - 1 - named)
        } else {
            self.init(position: start.position, skipped: start.skipped + lines.count)
        }
    }

    /// Parses a cursor; `nil` gives the start of the first page.
    ///
    /// - Throws: `scoring.cursor_invalid` if it is not a cursor of this contest's board.
    init(cursor: String?, of contest: ChallengeID) throws(ScoringError) {
        guard let cursor else {
            self = .first
            return
        }
        guard
            let (unranked, place, reachedAt, user, skipped) =
                Self.cursors(of: contest).keys(of: cursor),
            (0...1).contains(unranked), Self.skippedLimit.contains(skipped)
        else { throw .cursorInvalid }
        let position = BoardPosition(
            isUnranked: unranked == 1,
            place: place,
            reachedAt: reachedAt,
            user: user
        )
        self.init(position: position, skipped: skipped)
    }

    /// The cursor of the page that begins here.
    func cursor(of contest: ChallengeID) -> String {
        Self.cursors(of: contest).text(
            position.isUnranked ? 1 : 0,
            position.place,
            position.reachedAt,
            position.user,
            skipped
        )
    }

    private static func cursors(
        of contest: ChallengeID
    ) -> PageCursor<Int, Int, Instant, UserID, Int> {
        PageCursor("contest/\(contest)")
    }
}
