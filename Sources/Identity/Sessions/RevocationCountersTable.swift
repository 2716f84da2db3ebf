import Postgres

// The `revocation_counters` table. No other file names it.

extension Transaction {
    /// Takes the next numbers. Locks the counter until the transaction ends, so that numbers are
    /// committed in order. Must be the last step of a transaction.
    ///
    /// - Returns: The number before the first one taken.
    func takeRevocationNumbers(_ count: Int) async throws -> Int64 {
        try await one(
            """
            UPDATE revocation_counters SET number = number + \(Int64(count)) WHERE id = 1
            RETURNING number - \(Int64(count))
            """
        ) { try $0.next() }
    }
}

extension Reader {
    /// Returns the number of the newest revocation; 0 before the first.
    func newestRevocation() async throws -> Int64 {
        try await one("SELECT number FROM revocation_counters WHERE id = 1", .point) {
            try $0.next()
        }
    }
}
