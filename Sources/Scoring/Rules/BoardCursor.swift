import Identifiers
import ScoringAPI
import Values
import Wire

/// Where a page of a board ended: the last place's points, time and person.
struct BoardCursor: Hashable, Sendable {
    let points: Int
    let reachedAt: Instant
    let user: UserID

    /// The position behind a place.
    init(_ place: Place) {
        points = place.points
        reachedAt = place.reachedAt
        user = place.user
    }

    /// Reads what `text` wrote.
    init(text: String) throws(ScoringError) {
        guard
            let cursor = PageCursor(text, of: Self.list, count: 3),
            let points = Int(cursor.parts[0]), points.magnitude <= 1 << 53,
            let microseconds = Int64(cursor.parts[1]),
            // Instants that PostgreSQL can hold: the years 1 to 9999.
            (-62_135_596_800_000_000...253_402_300_799_999_999).contains(microseconds),
            let user = UserID(cursor.parts[2])
        else { throw .cursorInvalid }
        self.points = points
        self.reachedAt = Instant(microseconds: microseconds)
        self.user = user
    }

    /// The place as it travels.
    var page: PageCursor {
        PageCursor(
            Self.list,
            [String(points), String(reachedAt.microseconds), String(describing: user)]
        )
    }

    private static let list = "board"
}

/// One person's place, before the person has a name.
struct Place: Hashable, Sendable {
    let rank: Int
    let user: UserID
    let points: Int
    /// When the person's total became what it is; 1970 for people who were never paid.
    let reachedAt: Instant
}

extension [LedgerLine] {
    /// By person, so that two payments to the same people lock their totals in the same order.
    var inLockOrder: [LedgerLine] {
        sorted { $0.user < $1.user }
    }
}
