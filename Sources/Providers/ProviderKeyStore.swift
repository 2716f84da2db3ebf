public import Values

/// What replicas share about the keys of providers, so that they and restarts do not multiply
/// fetches.
///
/// If it throws, the replica goes on with the keys that it has in memory.
public protocol ProviderKeyStore: Sendable {
    /// The newest keys of a provider; `nil` if none were fetched.
    ///
    /// It is asked at each sign-in whose key is unknown or no longer fresh.
    func load(_ provider: Provider) async throws -> ProviderKeys?

    /// Stores keys in place of older ones. Keys that were fetched earlier than those that are
    /// stored change nothing.
    func save(_ keys: ProviderKeys, of provider: Provider) async throws

    /// Claims the next fetch, for this replica alone.
    ///
    /// - Parameters:
    ///   - provider: Whose keys to fetch.
    ///   - now: The time of the claim.
    ///   - before: A claim of this time or later by any replica wins over this one.
    /// - Returns: `nil` if the claim is this caller's, and stored as the latest with `now`. Else
    ///   when the latest claim was made.
    /// - Throws: If the store cannot be used.
    func claim(
        _ provider: Provider,
        at now: Instant,
        unlessSince before: Instant
    ) async throws -> Instant?
}

/// A provider's set of keys, as it was fetched.
public struct ProviderKeys: Hashable, Sendable {
    /// The set (RFC 7517), at most 64 KiB.
    public let json: [UInt8]
    public let fetchedAt: Instant
    /// When it is next fetched, if it is needed.
    public let freshUntil: Instant

    public init(json: [UInt8], fetchedAt: Instant, freshUntil: Instant) {
        (self.json, self.fetchedAt, self.freshUntil) = (json, fetchedAt, freshUntil)
    }
}
