import IdentityAPI
import Wire

extension PageCursor {
    /// The lists of this service that have cursors.
    enum List: String {
        case friends, people, requests
    }

    init(_ list: List, _ parts: String...) {
        self.init(list.rawValue, parts)
    }

    /// Parses a cursor of a list that is ordered by `count` parts. Returns `nil` for `nil`: the
    /// first page.
    init?(_ text: String?, of list: List, count: Int) throws(IdentityError) {
        guard let text else { return nil }
        guard let cursor = PageCursor(text, of: list.rawValue, count: count) else {
            throw .cursorInvalid
        }
        self = cursor
    }
}
