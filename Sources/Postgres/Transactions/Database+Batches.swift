extension Database {
    /// Removes many rows, in several transactions, so that none holds its locks for long. `remove`
    /// deletes at most the given number of rows and returns how many it found; it is called until
    /// that is less than the limit.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of rows per transaction.
    ///   - remove: Deletes rows and returns their number.
    /// - Returns: The number of rows removed.
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
