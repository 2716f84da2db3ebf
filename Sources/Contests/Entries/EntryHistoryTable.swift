import Identifiers
import Postgres
import Values

/// A change in an entry's history.
enum EntryChange {
    enum What: String, Bindable, Readable {
        case logged, changed, deleted, queried, kept, removed
        /// The participant who queried it was removed from the contest.
        case unqueried
    }
}

// The `entry_history` table. No other file names it.
extension Transaction {
    /// Records a change of a locked or new entry, with its new amount. Sent with the next
    /// statement.
    ///
    /// - Parameters:
    ///   - what: The change.
    ///   - entry: The entry after the change.
    ///   - user: The user who made it; `nil` for votes and due transitions.
    ///   - reason: The given reason, if any.
    ///   - now: The time.
    /// - Throws: `PostgresError`.
    func note(
        _ what: EntryChange.What,
        of entry: EntryRecord,
        by user: UserID?,
        reason: String? = nil,
        at now: Instant
    ) throws {
        // `logged` is always the first change.
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
