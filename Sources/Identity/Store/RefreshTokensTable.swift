import Identifiers
import Postgres
import Values

// The `refresh_tokens` table. No other file names it.

/// A refresh token as it is kept.
struct StoredToken {
    let parent: [UInt8]?
    let expiresAt: Instant
    let usedAt: Instant?
}

extension Transaction {
    /// Keeps a token, and which one it was given for; travels with what follows.
    func insert(
        _ token: RefreshToken,
        of session: SessionID,
        parent: [UInt8]?,
        expiresAt: Instant
    ) throws {
        try send(
            """
            INSERT INTO refresh_tokens (digest, session, parent, expires_at)
            VALUES (\(token.digest), \(session), \(parent), \(expiresAt))
            """
        )
    }

    /// Notes that a token was used.
    func use(_ digest: [UInt8], at now: Instant) async throws {
        try await run("UPDATE refresh_tokens SET used_at = \(now) WHERE digest = \(digest)")
    }

    /// Removes tokens that have expired.
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
    /// The session that a token belongs to.
    func session(holding digest: [UInt8]) async throws -> SessionID? {
        try await first(
            "SELECT session FROM refresh_tokens WHERE digest = \(digest)",
            .point
        ) { try $0.next() }
    }

    /// A token.
    func token(_ digest: [UInt8]) async throws -> StoredToken? {
        try await first(
            "SELECT parent, expires_at, used_at FROM refresh_tokens WHERE digest = \(digest)",
            .point
        ) { row in
            try StoredToken(parent: row.next(), expiresAt: row.next(), usedAt: row.next())
        }
    }

    /// Of the tokens that were given for one, the one that has successors; at most one has.
    func head(ofTokensGivenFor parent: [UInt8]) async throws -> [UInt8]? {
        try await first(
            """
            SELECT digest FROM refresh_tokens AS token WHERE parent = \(parent) AND EXISTS (
                SELECT FROM refresh_tokens AS successor WHERE successor.parent = token.digest)
            """,
            .point
        ) { try $0.next() }
    }

    /// Whether a token that was given for this one was used.
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
