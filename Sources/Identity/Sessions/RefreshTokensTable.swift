import IdentityAPI
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
    /// The person whose session it is.
    let account: Account
    /// Whether they are a moderator.
    let isModerator: Bool
}

extension Transaction {
    /// Inserts the first token of a session. Sent with the next statement.
    func insert(_ token: RefreshToken, of session: SessionID, expiresAt: Instant) throws {
        try enqueue(
            """
            INSERT INTO refresh_tokens (digest, session, expires_at)
            VALUES (\(token.digest), \(session), \(expiresAt))
            """
        )
    }

    /// Inserts a token that is issued for another, the head of its family, and marks the token that
    /// was shown as used if it was not. Sent with the next statement.
    func insert(
        _ token: RefreshToken,
        of session: SessionID,
        parent: [UInt8],
        expiresAt: Instant,
        using shown: [UInt8],
        at now: Instant
    ) throws {
        try enqueue(
            """
            WITH used AS (
                UPDATE refresh_tokens SET used_at = \(now)
                WHERE digest = \(shown) AND used_at IS NULL
            )
            INSERT INTO refresh_tokens (digest, session, parent, expires_at)
            VALUES (\(token.digest), \(session), \(parent), \(expiresAt))
            """
        )
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
    /// Returns what is known of a token; `nil` if there is none. Its session must be locked.
    func family(of digest: [UInt8]) async throws -> TokenFamily? {
        try await first(
            """
            SELECT token.expires_at, token.used_at, family.head,
                EXISTS (SELECT FROM refresh_tokens AS successor
                    WHERE successor.parent = family.head AND successor.used_at IS NOT NULL),
                \(Account.holderColumns), holder.is_moderator
            FROM refresh_tokens AS token
            CROSS JOIN LATERAL (
                -- Looked up once for the columns that it decides: OFFSET 0 keeps it whole.
                SELECT coalesce(
                    (SELECT twin.digest FROM refresh_tokens AS twin
                        WHERE twin.parent = token.parent AND EXISTS (
                            SELECT FROM refresh_tokens AS successor
                            WHERE successor.parent = twin.digest)),
                    token.digest) AS head OFFSET 0
            ) AS family
            JOIN sessions ON sessions.id = token.session
            JOIN accounts AS holder ON holder.id = sessions.account
            WHERE token.digest = \(digest)
            """,
            .point
        ) { row in
            try TokenFamily(
                expiresAt: row.next(),
                usedAt: row.next(),
                head: row.next(),
                isSuccessorUsed: row.next(),
                account: row.account(),
                isModerator: row.next()
            )
        }
    }
}

extension Account {
    /// The columns of the account whose session a token renews.
    fileprivate static let holderColumns = columns.of("holder")
}

extension SQL.StringInterpolation {
    /// A query of the session of a token; no row if there is none.
    mutating func appendInterpolation(sessionHolding digest: [UInt8]) {
        appendLiteral("SELECT session FROM refresh_tokens WHERE digest = ")
        appendInterpolation(digest)
    }
}
