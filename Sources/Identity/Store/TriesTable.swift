import Postgres
import Values

// The `tries` table. No other file names it.

extension Transaction {
    /// Counts one more try, unless there are too many: then it refuses, and counts nothing.
    func count(_ tryings: [Trying], at now: Instant) async throws {
        // Always in the same order, so that two who count the same do not wait for each other.
        let ordered = tryings.sorted { $0.subject.lexicographicallyPrecedes($1.subject) }
        for trying in ordered { try await lock(trying) }
        try await check(tryings, at: now)
        for trying in ordered {
            try await run(
                "INSERT INTO tries (subject, tried_at) VALUES (\(trying.subject), \(now))"
            )
        }
    }

    private func lock(_ trying: Trying) async throws {
        try await run(
            """
            SELECT pg_advisory_xact_lock(
                hashtextextended('identity.tries', 0)
                    # hashtextextended(encode(\(trying.subject), 'hex'), 0))
            """
        )
    }

    /// Removes tries of before a moment.
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
    /// Refuses when there were too many tries already.
    func check(_ tryings: [Trying], at now: Instant) async throws {
        for trying in tryings {
            let tries = try await all(
                """
                SELECT tried_at FROM tries
                WHERE subject = \(trying.subject) AND tried_at > \(now - trying.window)
                ORDER BY tried_at DESC LIMIT \(trying.countMax)
                """,
                .point
            ) { try $0.next(Instant.self) }
            try trying.check(tries, at: now)
        }
    }
}
