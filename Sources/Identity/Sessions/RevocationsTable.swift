import IdentityAPI
import Identifiers
import Postgres
import Values

// The `revocations` table. No other file names it.

extension Transaction {
    /// Records that sessions ended, under the numbers after `number`.
    func insertRevocations(
        _ sessions: [SessionID],
        after number: Int64,
        at now: Instant
    ) async throws {
        try await run(
            """
            INSERT INTO revocations (number, session, revoked_at)
            SELECT \(number) + ended.place, ended.id, \(now)
            FROM unnest(\(sessions)) WITH ORDINALITY AS ended (id, place)
            """
        )
    }

    /// Deletes revocations before a time.
    func purgeRevocations(before end: Instant, limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM revocations WHERE number IN (
                SELECT number FROM revocations WHERE revoked_at < \(end) LIMIT \(limit))
            """
        )
    }
}

extension Reader {
    /// Returns the next revocations after a number, in order.
    func revocations(after number: Int64, limit: Int = 200) async throws -> [RevocationNotice] {
        try await all(
            """
            SELECT number, session FROM revocations WHERE number > \(number)
            ORDER BY number LIMIT \(limit)
            """,
            .point
        ) { row in
            try RevocationNotice(number: row.next(), session: row.next(SessionID.self))
        }
    }
}
