import IdentityAPI
import Wire

extension PageCursor {
    /// The lists that this service gives.
    enum List: String {
        case friends, people, requests
    }

    init(_ list: List, _ parts: String...) {
        self.init(list.rawValue, parts)
    }

    /// Reads a cursor of a list that is ordered by `count` parts; `nil` stands for the first page.
    init?(_ text: String?, of list: List, count: Int) throws(IdentityError) {
        guard let text else { return nil }
        guard let cursor = PageCursor(text, of: list.rawValue, count: count) else {
            throw .cursorInvalid
        }
        self = cursor
    }
}
