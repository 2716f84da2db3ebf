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
        user: UserID(.lowest)
    )
}

/// Where a page of a contest's board begins.
struct BoardStart: Hashable, Sendable {
    /// The page is behind it.
    let position: BoardPosition
    /// How many rows between the position and the page are passed over.
    let skipped: Int

    /// The start of the first page.
    static let first = BoardStart(position: .first, skipped: 0)
    /// How many rows may be passed over: those of people whom the viewer does not see. A cursor
    /// that a client made must not walk a board of any size.
    private static let skippedLimit = 0...10_000
}

extension BoardStart {
    /// The start of the page behind some rows, of which a person sees who is shown to them. It
    /// names nobody else: behind the last row that leads to its player, the others are counted.
    init(after lines: [BoardLine], from start: BoardStart, for viewer: UserID) {
        if let named = lines.lastIndex(where: { $0.leadsToPlayer(for: viewer) }) {
            self.init(position: lines[named].position, skipped: lines.count - 1 - named)
        } else {
            self.init(position: start.position, skipped: start.skipped + lines.count)
        }
    }

    /// Reads where a page of a contest's board begins.
    ///
    /// - Throws: `scoring.cursor_invalid` for what is no cursor of this contest's board.
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
