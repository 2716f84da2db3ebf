import Postgres
import Values

// The `signing_keys` table. No other file names it.

extension Transaction {
    /// Locks the creation of keys until the transaction ends, so that one replica at a time creates
    /// one.
    func lockSigningKeys() async throws {
        try await run("SELECT pg_advisory_xact_lock(hashtextextended('identity.signing_keys', 0))")
    }

    /// Inserts a key.
    func insert(_ key: SigningKey) async throws {
        try await run(
            """
            INSERT INTO signing_keys (id, public_key, sealed_private_key, signs_until, expires_at)
            VALUES (\(key.id), \(key.publicKey), \(key.sealedPrivateKey), \(key.signsUntil),
                \(key.expiresAt))
            """
        )
    }
}

extension Database {
    /// Deletes keys whose last token has expired.
    func purgeSigningKeys(expiredBy now: Instant) async throws {
        try await run("DELETE FROM signing_keys WHERE expires_at <= \(now)")
    }
}

extension Reader {
    /// Returns the keys that sign at a time, newest first.
    func signingKeys(signingAt now: Instant) async throws -> [SigningKey] {
        try await all(
            """
            SELECT id, public_key, sealed_private_key, signs_until, expires_at FROM signing_keys
            WHERE signs_until > \(now) ORDER BY signs_until DESC, id
            """,
            .point
        ) { try $0.signingKey() }
    }

    /// Returns the keys whose tokens may still be valid, newest first.
    func signingKeys(validAt now: Instant) async throws -> [SigningKey] {
        try await all(
            """
            SELECT id, public_key, sealed_private_key, signs_until, expires_at FROM signing_keys
            WHERE expires_at > \(now) ORDER BY signs_until DESC, id
            """,
            .point
        ) { try $0.signingKey() }
    }
}

extension Row {
    fileprivate mutating func signingKey() throws -> SigningKey {
        try SigningKey(
            id: next(),
            publicKey: next(),
            sealedPrivateKey: next(),
            signsUntil: next(),
            expiresAt: next()
        )
    }
}
