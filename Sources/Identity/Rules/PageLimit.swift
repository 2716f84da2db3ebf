import IdentityAPI
import Wire

/// How many items a page holds: 1 to 100, 20 where nothing is said (2.14-lists).
struct PageLimit: Equatable {
    let count: Int

    init(_ limit: Int?) throws(IdentityError) {
        count = limit ?? 20
        guard (1...100).contains(count) else { throw .limitInvalid }
    }

    /// One more than shown, so that the last page is known.
    var fetched: Int { count + 1 }

    /// The page of what was fetched.
    func page<Item>(_ fetched: [Item], cursor: (Item) -> Cursor) -> Page<Item> {
        guard fetched.count > count else { return Page(items: fetched) }
        let items = Array(fetched.prefix(count))
        return Page(items: items, nextCursor: items.last.map { cursor($0).text })
    }
}
