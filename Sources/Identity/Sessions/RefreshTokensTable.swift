import IdentityAPI
import Identifiers
import Postgres
import Values

// The `refresh_tokens` table. No other file names it.

/// A refresh token and its family: the twins, which were issued for the same token.
struct TokenFamily: Sendable {
    /// The session that the token renews.
    let session: SessionID
    /// When the token expires.
    let expiresAt: Instant
    /// When the token was used; `nil` if it was not.
    let usedAt: Instant?
    /// The digest of the twin that was used first, or of the token itself. All successors are
    /// issued for it, so that the successors of twins are twins again.
    let head: [UInt8]
    /// Whether a token that was issued for the head was used.
    let isSuccessorUsed: Bool
    /// The account that the session belongs to.
    let account: Account
    /// Whether the account's user is a moderator.
    let isModerator: Bool
}

/// A token that is issued for another one.
struct IssuedToken: Sendable {
    let token: RefreshToken
    let session: SessionID
    /// The digest of the token that was presented.
    let shown: [UInt8]
    /// The digest of its family's head, for which the token is issued.
    let parent: [UInt8]
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

    /// Inserts tokens that are issued for others, and marks the presented tokens as used if they
    /// were not. Sent with the next statement.
    func insert(_ issued: [IssuedToken], expiresAt: Instant, at now: Instant) throws {
        try enqueue(
            """
            WITH used AS (
                UPDATE refresh_tokens SET used_at = \(now)
                WHERE digest = ANY(\(issued.map(\.shown))) AND used_at IS NULL
            )
            INSERT INTO refresh_tokens (digest, session, parent, expires_at)
            SELECT digest, session, parent, \(expiresAt)
            FROM unnest(\(issued.map(\.token.digest)), \(issued.map(\.session)),
                \(issued.map(\.parent))) AS issued(digest, session, parent)
            """
        )
    }

    /// Deletes unused successors of a token beyond `count`. Keeps the newest, and the first: if
    /// another party presents the owner's token again and again, the owner most likely has the
    /// first. Sent with the next statement.
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
    /// Returns the families of tokens by the tokens' digests, which must be unique; tokens that do
    /// not exist are missing. Their sessions must be locked.
    func families(of digests: [[UInt8]]) async throws -> [[UInt8]: TokenFamily] {
        // Look up each token separately: the cached plan of a join may date from when a table was
        // small.
        let found = try await all(
            """
            SELECT shown.digest, family.*
            FROM unnest(\(digests)) AS shown(digest)
            CROSS JOIN LATERAL (
                SELECT token.session, token.expires_at, token.used_at, family.head,
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
                WHERE token.digest = shown.digest LIMIT 1
            ) AS family
            """,
            .point
        ) { row in
            try (
                digest: row.next([UInt8].self),
                family: TokenFamily(
                    session: row.next(),
                    expiresAt: row.next(),
                    usedAt: row.next(),
                    head: row.next(),
                    isSuccessorUsed: row.next(),
                    account: row.account(),
                    isModerator: row.next()
                )
            )
        }
        return Dictionary(uniqueKeysWithValues: found.map { ($0.digest, $0.family) })
    }
}

extension Account {
    /// The columns of the account that a token's session belongs to.
    fileprivate static let holderColumns = columns.of("holder")
}

extension SQL.StringInterpolation {
    /// Writes a query of the sessions of tokens, which looks up each token separately.
    mutating func appendInterpolation(sessionsHolding digests: [[UInt8]]) {
        appendLiteral("SELECT token.session FROM unnest(")
        appendInterpolation(digests)
        appendLiteral(") AS shown(digest) CROSS JOIN LATERAL (SELECT session FROM refresh_tokens")
        appendLiteral(" WHERE digest = shown.digest LIMIT 1) AS token")
    }
}
