import Identifiers
import Postgres
import Values

// The `sessions` table. No other file names it.

/// One sign-in on one device.
struct StoredSession: Sendable {
    let id: SessionID
    let account: UserID
    let endedAt: Instant?
}

extension Transaction {
    /// Inserts a session. Sent with the next statement.
    func insert(
        _ session: SessionID,
        of user: UserID,
        _ device: Device,
        at now: Instant,
        expiresAt: Instant
    ) throws {
        try enqueue(
            """
            INSERT INTO sessions (id, account, user_agent, address, created_at, last_used_at,
                expires_at)
            VALUES (\(session), \(user), \(device.userAgent), \(device.address), \(now), \(now),
                \(expiresAt))
            """
        )
    }

    /// Locks the sessions of tokens until the transaction ends, so that each session's tokens are
    /// checked one after the other. Sent with the next statement.
    func lockSessions(holding digests: [[UInt8]]) throws -> Deferred<[SessionID: StoredSession]> {
        // All transactions use the same order, so that they do not deadlock.
        try deferred(
            """
            SELECT id, account, ended_at FROM sessions
            WHERE id = ANY(ARRAY(\(sessionsHolding: digests))) ORDER BY id FOR UPDATE
            """
        ) { row in
            try StoredSession(id: row.next(), account: row.next(), endedAt: row.next())
        }.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.id, $0) }) }
    }

    /// Records that sessions were renewed, each once. Sent with the next statement.
    func renew(
        _ renewed: [(session: SessionID, device: Device)],
        at now: Instant,
        expiresAt: Instant
    ) throws {
        let sessions = renewed.map(\.session)
        try enqueue(
            """
            UPDATE sessions SET last_used_at = \(now), expires_at = \(expiresAt),
                user_agent = renewed.user_agent, address = renewed.address
            FROM unnest(\(sessions), \(renewed.map(\.device.userAgent)),
                \(renewed.map(\.device.address))) AS renewed(id, user_agent, address)
            WHERE sessions.id = renewed.id AND sessions.id = ANY(\(sessions))
            """
        )
    }

    /// Ends a session of a user.
    ///
    /// - Returns: Whether this call ended it.
    func end(_ session: SessionID, of user: UserID, at now: Instant) async throws -> Bool {
        try await run(
            """
            UPDATE sessions SET ended_at = \(now)
            WHERE id = \(session) AND account = \(user) AND ended_at IS NULL
            """
        ) == 1
    }

    /// Ends every session of a user, except one.
    ///
    /// - Returns: The sessions that this call ended.
    func endSessions(
        of user: UserID,
        except kept: SessionID? = nil,
        at now: Instant
    ) async throws -> [SessionID] {
        try await all(
            """
            UPDATE sessions SET ended_at = \(now)
            WHERE account = \(user) AND ended_at IS NULL AND id IS DISTINCT FROM \(kept)
            RETURNING id
            """
        ) { try $0.next() }
    }

    /// Deletes sessions that expired, or that ended before a time, and with them their tokens.
    func purgeSessions(
        expiredBy now: Instant,
        endedBefore end: Instant,
        limit: Int
    ) async throws -> Int {
        try await run(
            """
            DELETE FROM sessions WHERE id IN (
                SELECT id FROM sessions WHERE expires_at <= \(now) OR ended_at < \(end)
                LIMIT \(limit))
            """
        )
    }
}

extension Reader {
    /// Returns a session's user, and whether the user is a moderator; `nil` if it is no longer
    /// active.
    func standing(
        of session: SessionID,
        at now: Instant
    ) async throws -> (user: UserID, isModerator: Bool)? {
        try await first(
            """
            SELECT s.account, a.is_moderator FROM sessions s JOIN accounts a ON a.id = s.account
            WHERE s.id = \(session) AND s.ended_at IS NULL AND s.expires_at > \(now)
            """,
            .point
        ) { row in
            (user: try row.next(UserID.self), isModerator: try row.next(Bool.self))
        }
    }

    /// Returns when a session of a user began; `nil` if it is no longer active.
    func beginning(of session: SessionID, of user: UserID) async throws -> Instant? {
        try await first(
            """
            SELECT created_at FROM sessions
            WHERE id = \(session) AND account = \(user) AND ended_at IS NULL
            """,
            .point
        ) { try $0.next() }
    }
}
