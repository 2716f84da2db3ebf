import Identifiers
import Postgres
import Values

// The `contest_makings` table: the author and time of each created contest, while it counts for the
// daily limit. No other file names it.
extension Reader {
    /// When a user made their n-th newest contest after a moment; `nil` if there are fewer.
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
    /// Reads as `making` does, with the next statement. Called with the user's contests locked.
    func deferredMaking(
        by author: UserID,
        numbered number: Int,
        after moment: Instant
    ) throws -> Deferred<Instant?> {
        try deferred(Self.making(by: author, numbered: number, after: moment)) { row in
            try row.next(Instant.self)
        }.map(\.first)
    }

    /// Counts a created contest. Also deletes up to four expired rows, so that the table stays
    /// small. Sent with the next statement.
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
