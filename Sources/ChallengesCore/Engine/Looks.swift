package import Postgres
import Wire

extension Looks {
    /// Where a list has several parts, such as one for each friend: how many that are cut off are
    /// read further, and how much further, so that a page is full even if all is in one part.
    static let longPartsMax = 25
    package static let longPartMax = max / longPartsMax

    // The same numbers, as statements have them in conditions. Where they limit what an index has in
    // order they are bound: the planner would otherwise expect to need all rows of a person who has
    // fewer, as most have, and would read and sort the rows of one who has very many.
    package static let most = Clauses(max)
    package static let more = Clauses(max + 1)
    package static let longParts = Clauses(longPartsMax)
    package static let longPart = Clauses(longPartMax)
}

extension LookedAt {
    /// Reads the item, and the columns `is_listed` and `is_last` behind it.
    package init(reading row: inout Row, _ read: (inout Row) throws -> Item) throws {
        self.init(try read(&row), isListed: try row.next(), isLast: try row.next())
    }
}
