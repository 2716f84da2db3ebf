extension Database {
    /// Removes many rows, a part of them in each transaction, so that none holds its locks for
    /// long. `remove` takes away at most as many rows as it is told, and says how many it found;
    /// it is called until those are fewer.
    ///
    /// - Parameters:
    ///   - limit: How many rows go in one transaction.
    ///   - remove: Removes, and counts.
    /// - Returns: How many rows were removed.
    /// - Throws: What `remove` and a transaction throw.
    @discardableResult
    public func inBatches(
        of limit: Int = 1_000,
        _ remove: @Sendable (Transaction, Int) async throws -> Int
    ) async throws -> Int {
        var total = 0
        var count = limit
        while count >= limit {
            count = try await transaction { tx in try await remove(tx, limit) }
            total += count
        }
        return total
    }
}
