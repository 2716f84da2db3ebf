import Postgres
import Providers
import Values

// The `spent_tokens` table. No other file names it.

extension Transaction {
    /// Stores that an identity token has been used. Waits for another transaction that stores the
    /// same.
    ///
    /// - Returns: Whether this is its first use.
    func spend(_ use: ProviderAccount.TokenUse) async throws -> Bool {
        try await run(
            """
            INSERT INTO spent_tokens (digest, expires_at)
            VALUES (\(use.digest), \(use.expiresAt)) ON CONFLICT DO NOTHING
            """
        ) == 1
    }

    /// Deletes tokens that have expired before a time.
    func purgeSpentTokens(expiredBefore end: Instant, limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM spent_tokens WHERE digest IN (
                SELECT digest FROM spent_tokens WHERE expires_at < \(end) LIMIT \(limit))
            """
        )
    }
}
