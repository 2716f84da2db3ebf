import Identifiers
import Postgres
import Values

// The `refresh_tokens` table. No other file names it.

/// A refresh token as stored.
struct StoredToken {
    let parent: [UInt8]?
    let expiresAt: Instant
    let usedAt: Instant?
}

extension Transaction {
    /// Inserts a token with its parent, the token that it was issued for. Sent with the next
    /// statement.
    func insert(
        _ token: RefreshToken,
        of session: SessionID,
        parent: [UInt8]?,
        expiresAt: Instant
    ) throws {
        try enqueue(
            """
            INSERT INTO refresh_tokens (digest, session, parent, expires_at)
            VALUES (\(token.digest), \(session), \(parent), \(expiresAt))
            """
        )
    }

    /// Marks a token as used.
    func use(_ digest: [UInt8], at now: Instant) async throws {
        try await run("UPDATE refresh_tokens SET used_at = \(now) WHERE digest = \(digest)")
    }

    /// Deletes expired tokens.
    func purgeTokens(expiredBy now: Instant, limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM refresh_tokens WHERE digest IN (
                SELECT digest FROM refresh_tokens WHERE expires_at <= \(now) LIMIT \(limit))
            """
        )
    }
}

extension Reader {
    /// Returns the session of a token.
    func session(holding digest: [UInt8]) async throws -> SessionID? {
        try await first(
            "SELECT session FROM refresh_tokens WHERE digest = \(digest)",
            .point
        ) { try $0.next() }
    }

    /// Returns a token by its digest.
    func token(_ digest: [UInt8]) async throws -> StoredToken? {
        try await first(
            "SELECT parent, expires_at, used_at FROM refresh_tokens WHERE digest = \(digest)",
            .point
        ) { row in
            try StoredToken(parent: row.next(), expiresAt: row.next(), usedAt: row.next())
        }
    }

    /// Returns the token that has successors, among those issued for a parent; at most one has.
    func head(ofTokensGivenFor parent: [UInt8]) async throws -> [UInt8]? {
        try await first(
            """
            SELECT digest FROM refresh_tokens AS token WHERE parent = \(parent) AND EXISTS (
                SELECT FROM refresh_tokens AS successor WHERE successor.parent = token.digest)
            """,
            .point
        ) { try $0.next() }
    }

    /// Returns whether a token issued for this one was used.
    func isSuccessorUsed(of digest: [UInt8]) async throws -> Bool {
        try await one(
            """
            SELECT EXISTS (
                SELECT FROM refresh_tokens WHERE parent = \(digest) AND used_at IS NOT NULL)
            """,
            .point
        ) { try $0.next() }
    }
}
