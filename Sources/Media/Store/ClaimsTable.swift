import Identifiers
import Postgres
import Values

// The `claims` table: pictures that are held for something about to happen. No other file names it.
extension Transaction {
    /// Holds pictures; a claim with the same cause is made longer.
    func claim(
        _ media: [MediaID],
        for user: UserID,
        _ cause: Cause,
        until: Instant
    ) async throws {
        try await run(
            """
            INSERT INTO claims (media, cause, user_id, until)
            SELECT DISTINCT id, \(cause.text), \(user), \(until) FROM unnest(\(media)) AS id
            ON CONFLICT ON CONSTRAINT claims_pkey
            DO UPDATE SET until = greatest(claims.until, excluded.until)
            """
        )
    }

    /// Ends what was held for a cause.
    func endClaims(_ media: [MediaID], _ cause: Cause) async throws {
        try await run(
            "DELETE FROM claims WHERE media = ANY(\(media)) AND cause = \(cause.text)"
        )
    }

    /// Removes claims that have run out.
    ///
    /// - Returns: How many were removed.
    func deleteClaims(endedBy now: Instant) async throws -> Int {
        try await run("DELETE FROM claims WHERE until <= \(now)")
    }
}
