/// The maximum number of rows that a list examines to find a page that its viewer may see: among
/// many rows that the viewer may not see, or that do not match, there may be few. The page then
/// ends before it is full, and the next one begins after the last examined row (2.14-lists).
public enum Looks {
    public static let max = 500
}

/// The examined part of a list.
public struct ListPart<Item: Sendable>: Sendable {
    /// The items that the viewer may see, in the order of the list.
    public var items: [Item] = []
    /// The last examined item, if there may be more after it; the viewer may not be allowed to see
    /// it.
    public var end: Item?

    public init(items: [Item] = [], end: Item? = nil) {
        self.items = items
        self.end = end
    }

    /// Takes the examined items up to the first at which a part of the list was cut off.
    public init(_ looked: [LookedAt<Item>]) {
        for one in looked {
            if one.isListed { items.append(one.item) }
            if one.isLast {
                end = one.item
                return
            }
        }
    }

    public func map<Other>(_ transform: (Item) throws -> Other) rethrows -> ListPart<Other> {
        ListPart<Other>(items: try items.map(transform), end: try end.map(transform))
    }
}

/// An examined item, in the order of the list.
public struct LookedAt<Item: Sendable>: Sendable {
    public let item: Item
    /// Whether the item is listed.
    public let isListed: Bool
    /// Whether it is the last examined item of a part of the list, so that what follows is unknown.
    public let isLast: Bool

    public init(_ item: Item, isListed: Bool, isLast: Bool) {
        self.item = item
        self.isListed = isListed
        self.isLast = isLast
    }
}

extension PageLimit {
    /// Splits the examined part of a list into the items of a page and the cursor of the next one.
    /// The page is shorter than requested if no more rows were examined or more items would not fit
    /// into a reply.
    ///
    /// - Parameters:
    ///   - found: The examined part.
    ///   - size: The maximum size of an item in the reply, in bytes.
    ///   - cursor: The cursor after an item.
    /// - Returns: The items of the page, and the cursor of the next one; `nil` if it is the last.
    public func cut<Item>(
        _ found: ListPart<Item>,
        size: (Item) -> Int = { _ in 0 },
        cursor: (Item) -> String
    ) -> (items: [Item], nextCursor: String?) {
        let (items, nextCursor) = cut(found.items, size: size, cursor: cursor)
        return (items, nextCursor ?? found.end.map(cursor))
    }
}
