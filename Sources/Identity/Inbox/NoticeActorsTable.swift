import IdentityAPI
import Identifiers
import Postgres
import Values

// The `notice_actors` table: when each actor's acts made notices of a person. No other file names
// it but to join it.
extension Transaction {
    /// Locks how many notices an actor made in the inboxes of people, so that what is read of it holds
    /// until the transaction ends. Sent with the next statement.
    func lockNotices(by actor: UserID, of people: [UserID]) throws {
        try enqueue(
            """
            SELECT FROM notice_actors
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
    /// A query of whether an actor made as many notices as one may of the person in a column.
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

    /// Whether a row of the table is full: of the last notices that one may make, in the order in
    /// which they were told, the first lies in the 24 hours before a moment. NULL of a row that has
    /// fewer.
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

    /// A statement that counts one notice more by an actor for each `person` of `told` where none
    /// `is_present`, and keeps only as many as one may make. Returns the `user_id` of those in whose
    /// inbox there was room for it, however many acts are told at once.
    ///
    /// What is indexed is the end of the day, which changes once a day: an update leaves the index
    /// alone.
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
