/// How many rows of a table a list looks at, at most, to find a page of those that its viewer may
/// see: among many that others have, or that do not fit, there may be few. Then the page ends before
/// it is full, and the next one begins behind the last row that was looked at (2.14-lists).
public enum Looks {
    public static let max = 500
}

/// What was found of a list.
public struct ListPart<Item: Sendable>: Sendable {
    /// What the viewer may see, in the order of the list.
    public var items: [Item] = []
    /// The last of those that were looked at, if there may be more that were not; the viewer may
    /// not see it.
    public var end: Item?

    public init(items: [Item] = [], end: Item? = nil) {
        self.items = items
        self.end = end
    }

    /// What is known of a list, of whose parts so much was looked at.
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

/// An item that was looked at, in the order of the list.
public struct LookedAt<Item: Sendable>: Sendable {
    public let item: Item
    /// Whether it is one of the list.
    public let isListed: Bool
    /// Whether it is the last that was looked at of a part of the list: what comes behind it is not
    /// known.
    public let isLast: Bool

    public init(_ item: Item, isListed: Bool, isLast: Bool) {
        self.item = item
        self.isListed = isListed
        self.isLast = isLast
    }
}

extension PageLimit {
    /// Splits what was found of a list into the items that are shown and the cursor of the next page,
    /// which has fewer items than asked for where no more was looked at or more would not fit into a
    /// reply.
    ///
    /// - Parameters:
    ///   - found: What was found.
    ///   - size: How many bytes an item takes in the reply, at most.
    ///   - cursor: The cursor after an item.
    /// - Returns: The items of the page; and the cursor of the next one, or `nil` if it is the last.
    public func cut<Item>(
        _ found: ListPart<Item>,
        size: (Item) -> Int = { _ in 0 },
        cursor: (Item) -> String
    ) -> (items: [Item], nextCursor: String?) {
        let (items, nextCursor) = cut(found.items, size: size, cursor: cursor)
        return (items, nextCursor ?? found.end.map(cursor))
    }
}
