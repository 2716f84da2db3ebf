import Identifiers
import Postgres
import Values

// The `contest_makings` table: who made a contest, and when, for as long as it counts for how many a
// user makes in a day. No other file names it.
extension Reader {
    /// When a user made one of their newest contests; `nil` if they made fewer after a moment.
    func making(
        by author: UserID,
        numbered number: Int,
        after moment: Instant
    ) async throws -> Instant? {
        try await first(Self.making(by: author, numbered: number, after: moment), .point) { row in
            try row.next()
        }
    }

    fileprivate static func making(
        by author: UserID,
        numbered number: Int,
        after moment: Instant
    ) -> SQL {
        """
        SELECT made_at FROM contest_makings
        WHERE author = \(author) AND made_at > \(moment)
        ORDER BY made_at DESC OFFSET \(number - 1) LIMIT 1
        """
    }
}

extension Transaction {
    /// As `making`, sent with the next statement. Read under the lock of the user's contests.
    func deferredMaking(
        by author: UserID,
        numbered number: Int,
        after moment: Instant
    ) throws -> Deferred<Instant?> {
        try deferred(Self.making(by: author, numbered: number, after: moment)) { row in
            try row.next(Instant.self)
        }.map(\.first)
    }

    /// Counts a contest that is made. Deletes some rows that no longer count, more than it adds, so
    /// that few remain. Sent with the next statement.
    func countMaking(by author: UserID, at now: Instant) throws {
        try enqueue("INSERT INTO contest_makings (author, made_at) VALUES (\(author), \(now))")
        try enqueue(
            """
            DELETE FROM contest_makings WHERE id IN (
                SELECT id FROM contest_makings WHERE made_at <= \(now - ContestsADay.window)
                ORDER BY made_at LIMIT 4 FOR UPDATE SKIP LOCKED)
            """
        )
    }
}
