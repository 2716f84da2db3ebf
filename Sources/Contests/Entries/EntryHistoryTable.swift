import Identifiers
import Postgres
import Values

/// What became of an entry.
enum EntryChange {
    enum What: String, Bindable, Readable {
        case logged, changed, deleted, queried, kept, removed
        /// Whoever queried it was removed from the contest.
        case unqueried
    }
}

// The `entry_history` table. No other file names it.
extension Transaction {
    /// Notes what became of a locked or new entry, with its amount from then on. Sent with the next
    /// statement.
    ///
    /// - Parameters:
    ///   - what: What was done.
    ///   - entry: The entry, as it then is.
    ///   - user: Who did it; `nil` where votes or time did.
    ///   - reason: Why, if a reason was given.
    ///   - now: The time.
    /// - Throws: `PostgresError`.
    func note(
        _ what: EntryChange.What,
        of entry: EntryRecord,
        by user: UserID?,
        reason: String? = nil,
        at now: Instant
    ) throws {
        // Nothing became of an entry before it was logged.
        guard what != .logged else {
            return try enqueue(
                """
                INSERT INTO entry_history (entry, number, what, by, amount, reason, at)
                VALUES (\(entry.id), 1, \(what), \(user), \(entry.amount), \(reason), \(now))
                """
            )
        }
        try enqueue(
            """
            INSERT INTO entry_history (entry, number, what, by, amount, reason, at)
            SELECT \(entry.id), coalesce(max(number), 0) + 1, \(what), \(user), \(entry.amount),
                \(reason), \(now)
            FROM entry_history WHERE entry = \(entry.id)
            """
        )
    }
}
