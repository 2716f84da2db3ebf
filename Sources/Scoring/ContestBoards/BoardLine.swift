import Identifiers
import IdentityAPI
import ScoringAPI
import Values
import Wire

/// A row of a contest's board, before it is known who may see whom.
struct BoardLine: Hashable, Sendable {
    /// `nil` without an entry, and of who was not active when ranks froze.
    let rank: Int?
    let value: Amount?
    let score: Amount?
    let entries: Int
    let target: Amount?
    let completedAt: Instant?
    let position: BoardPosition
    /// The player; `nil` if their name is not known yet.
    var person: Person?
    /// `nil` if it is not known.
    var standing: AccountStanding?
    /// Whether there is a block between the player and the viewer.
    let isBlocked: Bool
    /// Whether it is the viewer's own row, found apart from the page.
    let isApart: Bool

    var user: UserID { position.user }
}

extension BoardLine {
    /// The line with what a card tells of its player, if there is one.
    func named(by card: PersonCard?) -> BoardLine {
        guard let card else { return self }
        var line = self
        line.person = card.person
        line.standing = card.standing
        return line
    }

    /// The player as a person sees them; `nil` if the name is needed and not known (2.11-block).
    func person(shownTo viewer: UserID) -> Person? {
        if user == viewer { return person }
        if isBlocked { return .hidden }
        return switch standing {
        case nil, .active: person
        case .deleted: .deleted
        case .hidden, .suspended, .unknown: .hidden
        }
    }

    /// Whether a person who sees the row learns from it who the player is.
    func leadsToPlayer(for viewer: UserID) -> Bool {
        user == viewer || person(shownTo: viewer)?.id == user
    }

    /// The row with its player. Where values are hidden, of others it has whole percents and days
    /// (2.10-percents).
    func row(_ person: Person, of board: ContestBoard, isMe: Bool) -> BoardRow {
        BoardRow(
            rank: rank,
            user: person,
            value: isMe || !board.hidesValues ? value : nil,
            score: board.toldScore(score, isMe: isMe),
            progress: board.toldProgress(
                board.progress(of: value, target: target),
                isMe: isMe
            ),
            entries: entries,
            completedAt: board.toldMoment(completedAt, isMe: isMe),
            isMe: isMe
        )
    }
}
