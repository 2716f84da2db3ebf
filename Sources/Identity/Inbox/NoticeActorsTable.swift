import IdentityAPI
import Identifiers
import Postgres
import Values

// The `notice_actors` table: when each actor's acts made notices of a person. No other file names
// it but to join it.
extension Transaction {
    /// Locks how many notices an actor made in the inbox of each person, and forgets those that no
    /// longer count. Nobody is locked between whom and the actor there is a block. Sent with the
    /// next statement.
    ///
    /// - Parameters:
    ///   - actor: The actor.
    ///   - people: The people, in the order of their ids.
    ///   - moment: When the actor did what they are told of now.
    /// - Throws: As `enqueue`.
    func lockNotices(by actor: UserID, of people: [UserID], at moment: Instant) throws {
        let begin = moment - NoticeLimit.window
        try enqueue(
            """
            INSERT INTO notice_actors AS known (user_id, actor, times, last_at)
            SELECT told.person, \(actor), '{}', \(moment)
            FROM unnest(\(people)) AS told(person)
            JOIN accounts ON accounts.id = told.person
            LEFT JOIN relations ON relations.one = least(told.person, \(actor))
                AND relations.other = greatest(told.person, \(actor))
            WHERE relations.relation IS DISTINCT FROM 'blocked'
            ORDER BY told.person
            ON CONFLICT ON CONSTRAINT notice_actors_pkey DO UPDATE
            SET times = ARRAY(
                    SELECT made.at FROM unnest(known.times) AS made(at) WHERE made.at > \(begin)),
                last_at = greatest(known.last_at, excluded.last_at)
            """
        )
    }

    /// Counts the notices that an actor made, of those with these ids. Sent with the next
    /// statement, after `lockNotices`.
    func countNotices(_ ids: [NoticeID], by actor: UserID, at moment: Instant) throws {
        try enqueue(
            """
            UPDATE notice_actors SET times = notice_actors.times || \(moment)
            FROM unnest(\(ids)) AS told(id)
            JOIN notices ON notices.id = told.id
            WHERE notice_actors.user_id = notices.user_id AND notice_actors.actor = \(actor)
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
