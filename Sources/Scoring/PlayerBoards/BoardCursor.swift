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
    enum List: Hashable, Sendable {
        /// Of friends, by the points of a window or, without one, of all time.
        case friends(Window?)
        case everybody

        private var name: String {
            switch self {
            case .friends(nil): "board"
            case .friends(let window?): "board/\(window)"
            case .everybody: "everybody"
            }
        }

        fileprivate var cursor: PageCursor<Int, Instant, UserID> { .init(name) }
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
            let (points, reachedAt, user) = list.cursor.keys(of: text),
            points.magnitude <= 1 << 53
        else { throw .cursorInvalid }
        self.init(points: points, reachedAt: reachedAt, user: user)
    }

    /// Returns the text that a client sends back unchanged.
    func text(of list: List) -> String {
        list.cursor.text(points, reachedAt, user)
    }
}
