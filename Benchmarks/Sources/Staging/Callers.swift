/// Eight callers who share the work: each does the next part when the one before is done.
public enum Callers {
    private static let count = 8

    /// Does the work for each item this number of times, never twice at once for the same item.
    public static func run<Item: Sendable>(
        _ items: [Item],
        times: Int,
        _ body: @escaping @Sendable (Item, Int) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for first in 0..<count {
                let own = stride(from: first, to: items.count, by: count).map { items[$0] }
                group.addTask {
                    for time in 0..<times {
                        for item in own { try await body(item, time) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Makes something of each number below a count, in any order.
    public static func make<Made: Sendable>(
        _ total: Int,
        _ body: @escaping @Sendable (Int) async throws -> Made
    ) async throws -> [Made] {
        try await withThrowingTaskGroup(of: [Made].self) { group in
            for first in 0..<count {
                group.addTask {
                    var made: [Made] = []
                    for number in stride(from: first, to: total, by: count) {
                        made.append(try await body(number))
                    }
                    return made
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }
}
