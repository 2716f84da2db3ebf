/// How many items a page holds: 1 to 100, 20 where nothing is said (2.14-lists).
public struct PageLimit: Hashable, Sendable {
    /// Where nothing is said.
    public static let standard = 20

    /// The most items of the page.
    public let count: Int

    /// Takes the limit that a call gives.
    ///
    /// - Parameters:
    ///   - limit: What was asked for; `nil` for the default.
    ///   - error: What to refuse another number with.
    /// - Throws: The error.
    public init<Problem: Error>(_ limit: Int?, orThrow error: Problem) throws(Problem) {
        count = limit ?? Self.standard
        guard (1...100).contains(count) else { throw error }
    }

    /// How many to fetch: one more than is shown, so that the last page is known.
    public var fetched: Int { count + 1 }

    /// What of the fetched items is shown, and where the next page begins.
    public func cut<Item>(
        _ fetched: [Item],
        cursor: (Item) -> PageCursor
    ) -> (items: [Item], nextCursor: String?) {
        guard fetched.count > count else { return (fetched, nil) }
        let items = Array(fetched.prefix(count))
        return (items, items.last.map { cursor($0).text })
    }
}
