import Values

/// The end of a page: the sort key of its last item. Opaque to clients.
public struct PageCursor: Hashable, Sendable {
    /// The list that the cursor belongs to; other lists refuse it.
    public let list: String
    /// The values that the list is ordered by. No part contains a line break.
    public let parts: [String]

    /// The position after an item.
    public init(_ list: String, _ parts: [String]) {
        self.list = list
        self.parts = parts
    }

    /// Parses what `text` wrote, for a list that is ordered by `count` parts; `nil` for anything
    /// else.
    public init?(_ text: String, of list: String, count: Int) {
        guard text.utf8.count <= 2_048, let bytes = Base64URL.decode(text),
            let plain = String(validating: bytes, as: UTF8.self)
        else { return nil }
        let lines = plain.utf8
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard lines.first?.utf8.elementsEqual(list.utf8) == true, lines.count == count + 1,
            !bytes.contains(0)
        else { return nil }
        self.list = list
        parts = Array(lines.dropFirst())
    }

    /// The text that a client sends back unchanged.
    public var text: String {
        Base64URL.encode(Array(([list] + parts).joined(separator: "\n").utf8))
    }
}
