/// The number of items on a page: 1 to 100, 20 by default (2.14-lists).
public struct PageLimit: Hashable, Sendable {
    /// What a call may ask for.
    public static let counts = 1...100
    /// The default.
    public static let standard = 20

    /// The maximum number of items on the page.
    public let count: Int

    /// Validates the limit of a call; `nil` if it is out of range.
    fileprivate init?(_ limit: Int?) {
        count = limit ?? Self.standard
        guard Self.counts.contains(count) else { return nil }
    }

    /// Validates the limit of a call.
    ///
    /// - Parameters:
    ///   - limit: The requested limit; `nil` for the default.
    ///   - error: The error for a limit out of range.
    /// - Throws: The error, at `/limit`.
    public init(_ limit: Int?, orThrow error: some ServiceError) throws(Refusal) {
        guard let valid = Self(limit) else { throw Refusal(error, at: Self.pointer) }
        self = valid
    }

    fileprivate static let pointer = "/limit"

    /// How many items to fetch: one more than is shown, to know whether this is the last page.
    public var fetched: Int { count + 1 }

    /// The bytes of a page's items: the rest of a frame is left to what is around them.
    public static let bytesMax = Limits.frameBytesMax / 8 * 7

    /// Splits fetched items into those that are shown and the cursor of the next page.
    ///
    /// - Parameters:
    ///   - fetched: The items.
    ///   - cursor: The cursor after an item.
    /// - Returns: The items of the page; and the cursor of the next one, or `nil` if it is the
    ///   last.
    public func cut<Item>(
        _ fetched: [Item],
        cursor: (Item) -> String
    ) -> (items: [Item], nextCursor: String?) {
        page(of: fetched, shown: shown(of: fetched), cursor: cursor)
    }

    /// Splits fetched items into those that are shown and the cursor of the next page, which has
    /// fewer items than asked for, but at least one, where more would not fit into a reply.
    ///
    /// - Parameters:
    ///   - fetched: The items.
    ///   - size: How many bytes an item takes in the reply, at most.
    ///   - cursor: The cursor after an item.
    /// - Returns: The items of the page; and the cursor of the next one, or `nil` if it is the
    ///   last.
    public func cut<Item>(
        _ fetched: [Item],
        size: (Item) -> Int,
        cursor: (Item) -> String
    ) -> (items: [Item], nextCursor: String?) {
        page(of: fetched, shown: shown(of: fetched, size: size), cursor: cursor)
    }

    /// Which of the fetched items are shown.
    public func shown<Item>(of fetched: [Item]) -> [Item] {
        fetched.count > count ? Array(fetched.prefix(count)) : fetched
    }

    /// Which of the fetched items are shown: fewer than asked for, but at least one, where more
    /// would not fit into a reply.
    public func shown<Item>(of fetched: [Item], size: (Item) -> Int) -> [Item] {
        var bytes = 0
        let fitting = fetched.prefix(count).prefix { item in
            bytes += size(item)
            return bytes <= Self.bytesMax
        }
        return Array(fetched.prefix(max(1, fitting.count)))
    }

    private func page<Item>(
        of fetched: [Item],
        shown: [Item],
        cursor: (Item) -> String
    ) -> (items: [Item], nextCursor: String?) {
        guard shown.count < fetched.count else { return (shown, nil) }
        return (shown, shown.last.map(cursor))
    }
}

extension FieldProblems {
    /// Validates the limit of a call, and adds the error, at `/limit`, if it is out of range.
    public mutating func limit(_ limit: Int?, orAdd error: Problem) -> PageLimit? {
        let valid = PageLimit(limit)
        if valid == nil { add(error, at: PageLimit.pointer) }
        return valid
    }
}
