import Identifiers
import ScoringAPI
import Values
import Wire

/// The end of a page of a board: the points, time and user of its last place.
struct BoardCursor: Hashable, Sendable {
    let points: Int
    let reachedAt: Instant
    let user: UserID

    /// The lists that have such cursors; each refuses the other's.
    enum List: Hashable, Sendable {
        /// Friends, by the points of a window, or of all time if it is `nil`.
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

    /// The position before every place. No user has that many points, so the time and the user do
    /// not matter.
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

    /// The position of a place.
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

    /// The cursor's text, which a client sends back unchanged.
    func text(of list: List) -> String {
        list.cursor.text(points, reachedAt, user)
    }
}
