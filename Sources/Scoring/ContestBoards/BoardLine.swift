import Identifiers
import IdentityAPI
import ScoringAPI
import Values
import Wire

/// A row of a contest's board, before the viewer's access is applied.
struct BoardLine: Hashable, Sendable {
    /// `nil` without an entry, and for players who were inactive when ranks were frozen.
    let rank: Int?
    let value: Amount?
    let score: Amount?
    let entries: Int
    let target: Amount?
    let completedAt: Instant?
    let position: BoardPosition
    /// The player; `nil` if scoring does not know their name yet.
    var person: Person?
    /// The player's account status; `nil` if it is not known.
    var standing: AccountStanding?
    /// Whether the player and the viewer are a blocked pair.
    let isBlocked: Bool
    /// Whether this is the viewer's own row, read separately from the page.
    let isApart: Bool

    var user: UserID { position.user }
}

extension BoardLine {
    /// The line with the name and the status from its player's card, if there is a card.
    func named(by card: PersonCard?) -> BoardLine {
        guard let card else { return self }
        var line = self
        line.person = card.person
        line.standing = card.standing
        return line
    }

    /// The player as the viewer sees them; `nil` if the name is needed but not known (2.11-block).
    func person(shownTo viewer: UserID) -> Person? {
        if user == viewer { return person }
        if isBlocked { return .hidden }
        return switch standing {
        case nil, .active: person
        case .deleted: .deleted
        case .hidden, .suspended, .unknown: .hidden
        }
    }

    /// Whether the row shows the viewer who the player is.
    func leadsToPlayer(for viewer: UserID) -> Bool {
        user == viewer || person(shownTo: viewer)?.id == user
    }

    /// The row with its player. If values are hidden, other players' rows have whole percents and
    /// days (2.10-percents).
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
