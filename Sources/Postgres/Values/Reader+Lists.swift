extension Reader {
    /// Reads a list of values for each key with one statement, on a leased connection.
    ///
    /// - Parameters:
    ///   - keys: The keys, without duplicates.
    ///   - sql: A statement whose first column is the index of the row's key in `keys`, from 1: its
    ///     ordinality in an `unnest`.
    ///   - read: Reads the other columns.
    /// - Returns: The rows of each key in the statement's order; a key without rows has no entry.
    /// - Throws: `PostgresError`, `CancellationError`, what `read` throws.
    @inlinable
    public func lists<Key: Hashable & Sendable, Value: Sendable>(
        for keys: [Key],
        _ sql: SQL,
        _ read: @Sendable (inout Row) throws -> Value
    ) async throws -> [Key: [Value]] {
        let rows = try await all(sql, .leased) { row in
            try (number: row.next(Int.self), value: read(&row))
        }
        var lists: [[Value]] = Array(repeating: [], count: keys.count)
        for row in rows {
            guard row.number > 0, row.number <= lists.count else {
                throw PostgresError(rowOf: row.number, of: keys.count, sql)
            }
            lists[row.number - 1].append(row.value)
        }
        var found: [Key: [Value]] = [:]
        for (key, list) in zip(keys, lists) where !list.isEmpty { found[key] = list }
        return found
    }
}

extension PostgresError {
    @usableFromInline
    init(rowOf key: Int, of count: Int, _ sql: SQL) {
        self.init(
            message: "a row was returned for key \(key) of \(count)",
            statement: sql.text,
            knowledge: .bug
        )
    }
}
