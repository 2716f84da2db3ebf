import Identifiers
import ScoringAPI
import Values
import Wire

/// The end of a page of a board: the last place's points, time and person.
struct BoardCursor: Hashable, Sendable {
    let points: Int
    let reachedAt: Instant
    let user: UserID

    /// The lists with such cursors; each refuses the other's.
    enum List: String, Sendable {
        case friends = "board"
        case everybody
    }

    /// The position before every place. No person has that many points, so the time and the person
    /// do not matter.
    static let first = BoardCursor(
        points: .max,
        reachedAt: Instant(microseconds: 0),
        user: UserID()
    )

    private init(points: Int, reachedAt: Instant, user: UserID) {
        self.points = points
        self.reachedAt = reachedAt
        self.user = user
    }

    /// The position behind a place.
    init(_ place: Place) {
        self.init(points: place.points, reachedAt: place.reachedAt, user: place.user)
    }

    /// Parses the text of a cursor of the list.
    init(text: String, of list: List) throws(ScoringError) {
        guard
            let cursor = PageCursor(text, of: list.rawValue, count: 3),
            let points = Int(cursor.parts[0]), points.magnitude <= 1 << 53,
            let microseconds = Int64(cursor.parts[1]),
            // Instants that PostgreSQL can hold: the years 1 to 9999.
            (-62_135_596_800_000_000...253_402_300_799_999_999).contains(microseconds),
            let user = UserID(cursor.parts[2])
        else { throw .cursorInvalid }
        self.init(points: points, reachedAt: Instant(microseconds: microseconds), user: user)
    }

    /// Returns the cursor in the form that clients get.
    func page(of list: List) -> PageCursor {
        PageCursor(
            list.rawValue,
            [String(points), String(reachedAt.microseconds), String(describing: user)]
        )
    }
}
