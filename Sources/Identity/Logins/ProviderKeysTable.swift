public import Postgres
public import Providers
public import Values

// The `provider_keys` table. No other file names it.

/// The keys of providers in the database, which all replicas share.
public struct SharedProviderKeys: ProviderKeyStore {
    private let database: Database

    public init(in database: Database) {
        self.database = database
    }

    public func load(_ provider: Provider) async throws -> ProviderKeys? {
        try await database.first(
            """
            SELECT keys, fetched_at, fresh_until FROM provider_keys
            WHERE provider = \(provider.rawValue) AND keys IS NOT NULL
            """
        ) { row in
            try ProviderKeys(json: row.next(), fetchedAt: row.next(), freshUntil: row.next())
        }
    }

    public func save(_ keys: ProviderKeys, of provider: Provider) async throws {
        try await database.transaction { tx in
            _ = try await tx.run(
                """
                INSERT INTO provider_keys (provider, claimed_at, keys, fetched_at, fresh_until)
                VALUES (\(provider.rawValue), \(keys.fetchedAt), \(keys.json), \(keys.fetchedAt),
                    \(keys.freshUntil))
                ON CONFLICT (provider) DO UPDATE SET keys = excluded.keys,
                    fetched_at = excluded.fetched_at, fresh_until = excluded.fresh_until
                WHERE provider_keys.fetched_at IS NULL
                    OR provider_keys.fetched_at < excluded.fetched_at
                """
            )
        }
    }

    public func claim(
        _ provider: Provider,
        at now: Instant,
        unlessSince before: Instant
    ) async throws -> Instant? {
        try await database.transaction { tx in
            // Waits for another claim, and sees it.
            let isMine = try await tx.run(
                """
                INSERT INTO provider_keys (provider, claimed_at)
                VALUES (\(provider.rawValue), \(now))
                ON CONFLICT (provider) DO UPDATE SET claimed_at = excluded.claimed_at
                WHERE provider_keys.claimed_at < \(before)
                """
            )
            guard isMine == 0 else { return nil }
            return try await tx.one(
                "SELECT claimed_at FROM provider_keys WHERE provider = \(provider.rawValue)"
            ) { try $0.next() }
        }
    }
}
