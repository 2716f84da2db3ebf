import IdentityAPI
import Identifiers
import Postgres
import Values

// The `notice_actors` table: for each user and actor, when the acts happened that created the
// actor's last notices in the user's inbox. Other files may only join it.
extension Transaction {
    /// Locks the counts of an actor's notices in users' inboxes, so that they do not change until
    /// the transaction ends. Sent with the next statement.
    func lockNotices(by actor: UserID, of people: [UserID]) throws {
        try enqueue(
            """
            SELECT FROM notice_actors
            WHERE user_id = ANY(\(people)) AND actor = \(actor) ORDER BY user_id FOR UPDATE
            """
        )
    }

    /// Deletes rows whose last notice is older than a time, and so no longer limit anything.
    func purgeNoticeActors(before end: Instant, limit: Int) async throws -> Int {
        // Check the time again on the row, which may have been locked meanwhile.
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
    /// Writes a query of whether an actor has created the maximum number of notices in the inbox of
    /// the person in a column.
    mutating func appendInterpolation(
        isFullOf actor: UserID,
        at moment: Instant,
        _ limit: NoticeLimit,
        _ person: StaticString
    ) {
        appendLiteral("SELECT ")
        appendInterpolation(isFull: "made", at: moment, limit)
        appendLiteral(" FROM notice_actors AS made WHERE made.user_id = ")
        appendLiteral(person)
        appendLiteral(" AND made.actor = ")
        appendInterpolation(actor)
    }

    /// Writes a condition: whether a row of the table is full. It is if the first of its last
    /// `limit` times, in the order in which the notices were created, is within the 24 hours before
    /// a moment. NULL for a row with fewer times.
    private mutating func appendInterpolation(
        isFull row: StaticString,
        at moment: Instant,
        _ limit: NoticeLimit
    ) {
        appendLiteral(row)
        appendLiteral(".times[cardinality(")
        appendLiteral(row)
        appendLiteral(".times) - ")
        appendInterpolation(limit.count)
        appendLiteral(" + 1] > ")
        appendInterpolation(moment - NoticeLimit.window)
    }

    /// Writes a statement that counts one more notice by an actor for each `person` of `told`
    /// unless it `is_present`, and keeps only the last `limit` times. Returns the `user_id` of
    /// those whose inbox had room for it, however many acts arrive at once.
    ///
    /// The indexed column is the end of the day, which changes once a day, so most updates leave
    /// the index alone.
    mutating func appendInterpolation(
        countingNoticesBy actor: UserID,
        at moment: Instant,
        _ limit: NoticeLimit
    ) {
        let part: SQL = """
            INSERT INTO notice_actors AS known (user_id, actor, times, last_at)
            SELECT told.person, \(actor), ARRAY[\(moment)],
                date_trunc('day', \(moment), 'UTC') + interval '1 day'
            FROM told WHERE NOT told.is_present ORDER BY told.person
            ON CONFLICT ON CONSTRAINT notice_actors_pkey DO UPDATE SET
                times = known.times[cardinality(known.times) - \(limit.count) + 2 :]
                    || excluded.times,
                last_at = greatest(known.last_at, excluded.last_at)
            WHERE (\(isFull: "known", at: moment, limit)) IS NOT TRUE
            RETURNING user_id
            """
        appendInterpolation(part)
    }
}
