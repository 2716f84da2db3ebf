import Postgres
import Wire

/// How many rows of a table a list looks at, at most, to find a page of those that its viewer may
/// see: among many that others have, or that do not fit, there may be few. Then the page ends before
/// it is full, and the next one begins behind the last row that was looked at (2.14-lists).
enum Looks {
    static let max = 500

    /// Where a list has several parts, such as one for each friend: how many that are cut off are
    /// read further, and how much further, so that a page is full even if all is in one part.
    static let longPartsMax = 25
    static let longPartMax = max / longPartsMax

    // The same numbers, as statements have them in conditions. Where they limit what an index has in
    // order they are bound: the planner would otherwise expect to need all rows of a person who has
    // fewer, as most have, and would read and sort the rows of one who has very many.
    static let most = Clauses(max)
    static let more = Clauses(max + 1)
    static let longParts = Clauses(longPartsMax)
    static let longPart = Clauses(longPartMax)
}

/// What was found of a list.
struct ListPart<Item: Sendable>: Sendable {
    /// What the viewer may see, in the order of the list.
    var items: [Item] = []
    /// The last of those that were looked at, if there may be more that were not; the viewer may
    /// not see it.
    var end: Item?
}

/// An item that was looked at, in the order of the list.
struct LookedAt<Item: Sendable>: Sendable {
    let item: Item
    /// Whether it is one of the list.
    let isListed: Bool
    /// Whether it is the last that was looked at of a part of the list: what comes behind it is not
    /// known.
    let isLast: Bool

    /// Reads the item, and the columns `is_listed` and `is_last` behind it.
    init(reading row: inout Row, _ read: (inout Row) throws -> Item) throws {
        item = try read(&row)
        isListed = try row.next()
        isLast = try row.next()
    }
}

extension ListPart {
    /// What is known of a list, of whose parts so much was looked at.
    init(_ looked: [LookedAt<Item>]) {
        for one in looked {
            if one.isListed { items.append(one.item) }
            if one.isLast {
                end = one.item
                return
            }
        }
    }

    func map<Other>(_ transform: (Item) throws -> Other) rethrows -> ListPart<Other> {
        ListPart<Other>(items: try items.map(transform), end: try end.map(transform))
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
    func cut<Item>(
        _ found: ListPart<Item>,
        size: (Item) -> Int = { _ in 0 },
        cursor: (Item) -> String
    ) -> (items: [Item], nextCursor: String?) {
        let (items, nextCursor) = cut(found.items, size: size, cursor: cursor)
        return (items, nextCursor ?? found.end.map(cursor))
    }
}
