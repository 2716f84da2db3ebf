package import Postgres
import Wire

extension Looks {
    /// For a list with several parts, such as one for each friend: the number of cut-off parts from
    /// which further rows are examined. Each of them then gets `longPartMax` rows, so that a page
    /// is full even if all items are in one part.
    static let longPartsMax = 25
    package static let longPartMax = max / longPartsMax

    // These numbers as literals, for conditions of statements. Where they limit the rows of an
    // index they are bound as parameters instead: otherwise the planner would expect to need all
    // rows of a typical user, who has fewer, and would read and sort the rows of a user with very
    // many.
    package static let most = Clauses(max)
    package static let more = Clauses(max + 1)
    package static let longParts = Clauses(longPartsMax)
    package static let longPart = Clauses(longPartMax)
}

extension LookedAt {
    /// Reads the item, then the columns `is_listed` and `is_last`.
    package init(reading row: inout Row, _ read: (inout Row) throws -> Item) throws {
        self.init(try read(&row), isListed: try row.next(), isLast: try row.next())
    }
}
