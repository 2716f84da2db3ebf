import Identifiers
import Postgres
import Values

// The `claims` table: pictures kept for a use that is about to begin. No other file names it.
extension Transaction {
    /// Claims pictures; extends an existing claim with the same cause.
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

    /// Ends the claims of a cause.
    func endClaims(_ media: [MediaID], _ cause: Cause) async throws {
        try await run(
            "DELETE FROM claims WHERE media = ANY(\(media)) AND cause = \(cause.text)"
        )
    }

    /// Removes expired claims.
    ///
    /// - Returns: The number of removed claims.
    func deleteClaims(endedBy now: Instant) async throws -> Int {
        try await run("DELETE FROM claims WHERE until <= \(now)")
    }
}
