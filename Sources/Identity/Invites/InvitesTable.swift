import IdentityAPI
import Identifiers
import Postgres
import Values

// The `invites` and `invite_uses` tables. No other file names them.

extension Transaction {
    /// Inserts an invite. Sent with the next statement.
    func insert(_ invite: StoredInvite) throws {
        try enqueue(
            """
            INSERT INTO invites (\(StoredInvite.columns))
            VALUES (\(invite.code), \(invite.owner), \(invite.kind.rawValue),
                \(Int32(invite.uses)), \(Int32(invite.usesMax)), \(invite.madeAt),
                \(invite.expiresAt), \(invite.revokedAt))
            """
        )
    }

    /// Counts a user's use of an invite, unless the user has used it before.
    ///
    /// - Returns: Whether the user may use it. If not, the transaction must be rolled back.
    func use(_ code: InviteCode, by user: UserID, at now: Instant) async throws -> Bool {
        let isFirst = try await run(
            """
            INSERT INTO invite_uses (invite, user_id, used_at)
            SELECT code, \(user), \(now) FROM invites WHERE code = \(code.text)
            ON CONFLICT DO NOTHING
            """
        )
        guard isFirst == 1 else { return true }
        // The row is read again after a wait for others who use the same invite.
        return try await run(
            """
            UPDATE invites SET uses = uses + 1
            WHERE code = \(code.text) AND uses < uses_max AND revoked_at IS NULL
                AND expires_at > \(now)
            """
        ) == 1
    }

    /// Revokes an invite that is neither revoked nor expired. Sent with the next statement.
    func revokeInvite(_ code: InviteCode, at now: Instant) throws {
        try enqueue(
            """
            UPDATE invites SET revoked_at = \(now)
            WHERE code = \(code.text) AND revoked_at IS NULL AND expires_at > \(now)
            """
        )
    }

    /// Deletes invites that expired before a time, and who used them.
    func purgeInvites(expiredBefore end: Instant, limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM invites WHERE code IN (
                SELECT code FROM invites WHERE expires_at < \(end) LIMIT \(limit))
            """
        )
    }
}

extension Reader {
    /// Returns an invite; `nil` if it does not exist.
    func invite(_ code: InviteCode) async throws -> StoredInvite? {
        try await first(
            "SELECT \(StoredInvite.columns) FROM invites WHERE code = \(code.text)",
            .point
        ) { try StoredInvite(reading: &$0) }
    }

    /// Returns a user's invites after a position, newest first.
    func invites(
        of owner: UserID,
        after place: (Instant, String)?,
        limit: Int
    ) async throws -> [StoredInvite] {
        try await all(
            """
            SELECT \(StoredInvite.columns) FROM invites
            WHERE owner = \(owner)\(after: place)
            ORDER BY made_at DESC, code LIMIT \(limit)
            """
        ) { try StoredInvite(reading: &$0) }
    }

    /// Returns the number of a user's invites that can still be used.
    func openInviteCount(of owner: UserID, at now: Instant) async throws -> Int {
        try await one(
            """
            SELECT count(*) FROM invites
            WHERE owner = \(owner) AND revoked_at IS NULL AND uses < uses_max
                AND expires_at > \(now)
            """
        ) { try $0.next() }
    }

    /// Returns when a user made their newest invites since a time, newest first.
    func inviteTimes(
        of owner: UserID,
        after moment: Instant,
        limit: Int
    ) async throws -> [Instant] {
        try await all(
            """
            SELECT made_at FROM invites
            WHERE owner = \(owner) AND made_at > \(moment)
            ORDER BY made_at DESC, code LIMIT \(limit)
            """
        ) { try $0.next() }
    }
}

extension SQL.StringInterpolation {
    fileprivate mutating func appendInterpolation(after place: (Instant, String)?) {
        guard let (madeAt, code) = place else { return }
        appendLiteral(" AND made_at <= ")
        appendInterpolation(madeAt)
        appendLiteral(" AND (made_at < ")
        appendInterpolation(madeAt)
        appendLiteral(" OR code > ")
        appendInterpolation(code)
        appendLiteral(")")
    }
}

extension StoredInvite {
    fileprivate static let columns: Columns = [
        "code", "owner", "kind", "uses", "uses_max", "made_at", "expires_at", "revoked_at",
    ]

    fileprivate init(reading row: inout Row) throws {
        try self.init(
            code: row.next(),
            owner: row.next(),
            kind: Invite.Kind(rawValue: row.next()) ?? .unknown,
            uses: row.next(),
            usesMax: row.next(),
            madeAt: row.next(),
            expiresAt: row.next(),
            revokedAt: row.next()
        )
    }
}
