import IdentityAPI
import Identifiers
import Postgres
import Values

// The `notice_actors` table: when each actor's acts made notices of a person. No other file names
// it but to join it.
extension Transaction {
    /// Locks how many notices an actor made in the inboxes of people, so that two acts at once do not
    /// exceed the limit together. Sent with the next statement.
    func lockNotices(by actor: UserID, of people: [UserID]) throws {
        try enqueue(
            """
            SELECT times FROM notice_actors
            WHERE user_id = ANY(\(people)) AND actor = \(actor) ORDER BY user_id FOR UPDATE
            """
        )
    }

    /// Deletes what no longer limits anything, because it happened before a time.
    func purgeNoticeActors(before end: Instant, limit: Int) async throws -> Int {
        // The time is checked again at the row, which may have been locked meanwhile.
        try await run(
            """
            DELETE FROM notice_actors WHERE last_at < \(end) AND (user_id, actor) IN (
                SELECT user_id, actor FROM notice_actors WHERE last_at < \(end)
                ORDER BY last_at LIMIT \(limit))
            """
        )
    }
}

extension SQL.StringInterpolation {
    /// How many notices an actor made in the 24 hours before a moment, of the row `made`.
    mutating func appendInterpolation(noticesMadeBefore moment: Instant) {
        appendLiteral("(SELECT count(*) FROM unnest(made.times) AS acts(at) WHERE acts.at > ")
        appendInterpolation(moment - NoticeLimit.window)
        appendLiteral(")")
    }

    /// A statement that counts the notices that an actor made with another one, which returns their
    /// ids and people, and forgets those that no longer count. Other ids are of notices that were
    /// there before. The end of the day changes once a day: an update leaves the index alone.
    mutating func appendInterpolation(
        counting ids: [NoticeID],
        insertedBy insertion: SQL,
        by actor: UserID,
        at moment: Instant
    ) {
        appendLiteral("WITH inserted AS (")
        appendInterpolation(insertion)
        appendLiteral(" RETURNING id, user_id) INSERT INTO notice_actors AS known")
        appendLiteral(" (user_id, actor, times, last_at) SELECT inserted.user_id, ")
        appendInterpolation(actor)
        appendLiteral(", ARRAY[")
        appendInterpolation(moment)
        appendLiteral("], date_trunc('day', ")
        appendInterpolation(moment)
        appendLiteral(", 'UTC') + interval '1 day' FROM inserted WHERE inserted.id = ANY(")
        appendInterpolation(ids)
        appendLiteral(") ORDER BY inserted.user_id")
        appendLiteral(" ON CONFLICT ON CONSTRAINT notice_actors_pkey DO UPDATE SET times = ARRAY(")
        appendLiteral("SELECT acts.at FROM unnest(known.times) AS acts(at) WHERE acts.at > ")
        appendInterpolation(moment - NoticeLimit.window)
        appendLiteral(") || excluded.times, last_at = greatest(known.last_at, excluded.last_at)")
    }
}
