import IdentityAPI

/// Where a page ended: the sort key of its last item. Opaque to clients.
struct Cursor: Equatable {
    /// Which list the cursor belongs to; another list refuses it.
    enum List: String {
        case friends, people, requests
    }

    let list: List
    /// What the list is ordered by. No part holds a line break.
    let parts: [String]

    init(_ list: List, _ parts: String...) {
        self.list = list
        self.parts = parts
    }

    /// Reads a cursor of a list that is ordered by `count` parts; `nil` stands for the first page.
    init?(_ text: String?, of list: List, count: Int) throws(IdentityError) {
        guard let text else { return nil }
        guard text.utf8.count <= 2_048, let bytes = [UInt8](base64URL: text),
            let plain = String(validating: bytes, as: UTF8.self)
        else { throw .cursorInvalid }
        let lines = plain.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.first == list.rawValue, lines.count == count + 1, !plain.contains("\0") else {
            throw .cursorInvalid
        }
        self.list = list
        parts = Array(lines.dropFirst())
    }

    var text: String {
        Array(([list.rawValue] + parts).joined(separator: "\n").utf8).base64URL
    }
}
