import Identifiers
import Postgres

// The `counters` table: what milestones count. Triggers of `ledger` and `sends` write it. No other
// file changes it.
extension Transaction {
    /// Locks the next counters that passed a milestone, and returns them. Skips those that another
    /// replica has locked.
    func dueCounters(limit: Int) async throws -> [UserCounter] {
        try await all(
            """
            SELECT user_id, counter, count FROM counters WHERE is_due
            ORDER BY user_id, counter LIMIT \(limit) FOR NO KEY UPDATE SKIP LOCKED
            """
        ) { row in try UserCounter(user: row.next(), counter: row.next(), count: row.next()) }
    }

    /// Marks locked counters as looked at for medals. Sent with the next statement.
    func markAwarded(_ counters: [UserCounter]) throws {
        try enqueue(
            """
            UPDATE counters SET is_due = false
            FROM unnest(\(counters.map(\.user)), \(counters.map(\.counter)))
                AS done(user_id, counter)
            WHERE counters.user_id = done.user_id AND counters.counter = done.counter
            """
        )
    }
}

extension Reader {
    /// A user's counters; a missing one is 0.
    func counts(of user: UserID) async throws -> [Counter: Int] {
        let counts = try await all(
            "SELECT counter, count FROM counters WHERE user_id = \(user)",
            .point
        ) { row in
            (try row.next(Counter.self), max(0, try row.next(Int.self)))
        }
        return Dictionary(uniqueKeysWithValues: counts)
    }
}

extension Counter: Bindable, Readable {}
