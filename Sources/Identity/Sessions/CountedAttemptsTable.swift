import Identifiers
import Postgres
import Values

// The `tries` table. No other file names it.

/// An attempt counted against one limit.
struct CountedAttempt {
    let id: Int64
    let subject: [UInt8]
}

extension Transaction {
    /// Locks the counters of these limits until the transaction ends.
    func lock(_ tryings: [RateLimit]) async throws {
        // Always in the same order, so that transactions with the same limits do not deadlock.
        let subjects = tryings.map(\.subject).sorted { $0.lexicographicallyPrecedes($1) }
        try await run(
            """
            SELECT pg_advisory_xact_lock(
                hashtextextended('identity.tries', 0)
                    # hashtextextended(encode(subject, 'hex'), 0))
            FROM unnest(\(subjects)) AS subject
            """
        )
    }

    /// Locks the counter of one limit, unless another transaction has locked it.
    ///
    /// - Parameter trying: The limit.
    /// - Returns: Whether it is locked now.
    /// - Throws: The errors of `one`.
    func tryLock(_ trying: RateLimit) async throws -> Bool {
        try await one(
            """
            SELECT pg_try_advisory_xact_lock(
                hashtextextended('identity.tries', 0)
                    # hashtextextended(encode(\(trying.subject), 'hex'), 0))
            """
        ) { try $0.next() }
    }

    /// Counts one more attempt. Sent with the next statement or the commit.
    ///
    /// - Parameters:
    ///   - tryings: The limits that the attempt counts against.
    ///   - now: The current time.
    ///   - openUntil: When the attempt stops counting as under way, unless it is closed before;
    ///     `nil` for a completed attempt.
    /// - Returns: The counted attempts, one for each limit.
    /// - Throws: The errors of `deferred`.
    func count(
        _ tryings: [RateLimit],
        at now: Instant,
        openUntil: Instant? = nil
    ) throws -> Deferred<[CountedAttempt]> {
        try deferred(
            """
            INSERT INTO tries (subject, tried_at, open_until)
            SELECT subject, \(now), \(openUntil) FROM unnest(\(tryings.map(\.subject))) AS subject
            RETURNING id, subject
            """
        ) { try CountedAttempt(id: $0.next(), subject: $0.next()) }
    }

    /// Counts attempts that were under way as completed. Sent with the next statement.
    func close(_ tries: [CountedAttempt]) throws {
        try enqueue("UPDATE tries SET open_until = NULL WHERE id = ANY(\(tries.map(\.id)))")
    }

    /// Uncounts attempts. Sent with the next statement.
    func uncount(_ tries: [CountedAttempt]) throws {
        try enqueue("DELETE FROM tries WHERE id = ANY(\(tries.map(\.id)))")
    }

    /// Deletes attempts before a time.
    func purgeTries(before end: Instant, limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM tries WHERE id IN (
                SELECT id FROM tries WHERE tried_at < \(end) LIMIT \(limit))
            """
        )
    }
}

extension Reader {
    /// Returns the usage of limits, in their order.
    func standings(of tryings: [RateLimit], at now: Instant) async throws -> [RateLimit.Usage] {
        // Only the index by subject has this order; an index by time alone would read all subjects'
        // rows.
        let moments = try await all(
            """
            SELECT
                (SELECT tried_at FROM tries
                    WHERE (subject, tried_at) > (trying.subject, trying.since)
                        AND subject <= trying.subject
                        AND (open_until IS NULL OR open_until <= \(now))
                    ORDER BY subject DESC, tried_at DESC
                    OFFSET trying.count_max - 1 LIMIT 1),
                (SELECT tried_at FROM tries
                    WHERE (subject, tried_at) > (trying.subject, trying.since)
                        AND subject <= trying.subject
                    ORDER BY subject DESC, tried_at DESC
                    OFFSET trying.count_max - 1 LIMIT 1)
            FROM unnest(\(tryings.map(\.subject)), \(tryings.map { now - $0.window }),
                    \(tryings.map { max(1, $0.countMax) }))
                WITH ORDINALITY AS trying(subject, since, count_max, number)
            ORDER BY trying.number
            """,
            .point
        ) { row in
            (decided: try row.next(Instant?.self), any: try row.next(Instant?.self))
        }
        return zip(tryings, moments).map { trying, moments in
            trying.standing(decided: moments.decided, any: moments.any, at: now)
        }
    }
}
