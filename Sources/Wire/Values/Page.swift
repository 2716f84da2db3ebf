/// Some items of a longer list, and where the next ones begin.
public struct Page<Item: Codable & Sendable>: Codable, Sendable {
    /// The items, in the list's order.
    public var items: [Item]
    /// What to send as `cursor` for the next page; `nil` on the last one.
    public var nextCursor: String?

    public init(items: [Item], nextCursor: String? = nil) {
        self.items = items
        self.nextCursor = nextCursor
    }

    private enum CodingKeys: String, CodingKey {
        case items, nextCursor
    }

    /// Unlike other types on the wire, a page writes an explicit null for the last page, so that a
    /// client that reads to the end need not tell a missing key from one it forgot to read.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(items, forKey: .items)
        if let nextCursor {
            try container.encode(nextCursor, forKey: .nextCursor)
        } else {
            try container.encodeNil(forKey: .nextCursor)
        }
    }
}

extension Page: Paged {}
extension Page: Equatable where Item: Equatable {}
extension Page: Hashable where Item: Hashable {}
