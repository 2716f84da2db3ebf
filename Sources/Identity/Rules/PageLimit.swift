import IdentityAPI

/// How many items a page holds: 1 to 100, 20 where nothing is said (2.14-lists).
struct PageLimit: Equatable {
    let count: Int

    init(_ limit: Int?) throws(IdentityError) {
        count = limit ?? 20
        guard (1...100).contains(count) else { throw .limitInvalid }
    }

    /// One more than shown, so that the last page is known.
    var fetched: Int { count + 1 }

    /// What of the fetched items is shown, and where the next page begins.
    func cut<Item>(
        _ fetched: [Item],
        cursor: (Item) -> Cursor
    ) -> (items: [Item], nextCursor: String?) {
        guard fetched.count > count else { return (fetched, nil) }
        let items = Array(fetched.prefix(count))
        return (items, items.last.map { cursor($0).text })
    }
}
