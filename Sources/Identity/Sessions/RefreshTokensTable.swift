import Identifiers
import Postgres
import Values

// The `refresh_tokens` table. No other file names it.

/// A token among its twins, which were issued for the same token.
struct TokenFamily: Sendable {
    /// When the token expires.
    let expiresAt: Instant
    /// When the token was used; `nil` if it was not.
    let usedAt: Instant?
    /// The twin that was used first, or the token itself. All successors are issued for it, so that
    /// the successors of twins are twins again.
    let head: [UInt8]
    /// Whether a token issued for the head was used.
    let isSuccessorUsed: Bool
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

    /// Marks a token as used. Sent with the next statement.
    func use(_ digest: [UInt8], at now: Instant) throws {
        try enqueue("UPDATE refresh_tokens SET used_at = \(now) WHERE digest = \(digest)")
    }

    /// Deletes unused successors of a token but for so many: the first, which an owner most likely
    /// holds whose token another party presents again and again, and the newest. Sent with the next
    /// statement.
    func forgetSuccessors(of head: [UInt8], keeping count: Int) throws {
        try enqueue(
            """
            DELETE FROM refresh_tokens WHERE used_at IS NULL AND digest IN (
                SELECT digest FROM (
                    SELECT digest, row_number() OVER (ORDER BY expires_at, digest) AS age,
                        row_number() OVER (ORDER BY expires_at DESC, digest DESC) AS youth
                    FROM refresh_tokens WHERE parent = \(head)
                ) AS successor WHERE age > 1 AND youth >= \(count))
            """
        )
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

    /// Returns what is known of a token; `nil` if there is none. Its session must be locked.
    func family(of digest: [UInt8]) async throws -> TokenFamily? {
        try await first(
            """
            SELECT token.expires_at, token.used_at, family.head,
                EXISTS (SELECT FROM refresh_tokens AS successor
                    WHERE successor.parent = family.head AND successor.used_at IS NOT NULL)
            FROM refresh_tokens AS token
            CROSS JOIN LATERAL (
                SELECT coalesce(
                    (SELECT twin.digest FROM refresh_tokens AS twin
                        WHERE twin.parent = token.parent AND EXISTS (
                            SELECT FROM refresh_tokens AS successor
                            WHERE successor.parent = twin.digest)),
                    token.digest) AS head
            ) AS family
            WHERE token.digest = \(digest)
            """,
            .point
        ) { row in
            try TokenFamily(
                expiresAt: row.next(),
                usedAt: row.next(),
                head: row.next(),
                isSuccessorUsed: row.next()
            )
        }
    }
}
