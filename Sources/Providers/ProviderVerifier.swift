public import Logging
public import Values

/// Finds out whose account a credential proves, and at which provider.
public struct ProviderVerifier: Sendable {
    /// - Parameters:
    ///   - settings: The providers that are on, each once.
    ///   - store: What replicas share about keys.
    ///   - logger: Hears of failures of providers.
    ///   - now: The time.
    /// - Throws: If a file of authorities cannot be read.
    public init(
        _ settings: [ProviderSettings],
        store: any ProviderKeyStore,
        logger: Logger,
        now: @escaping @Sendable () -> Instant = Instant.now
    ) throws {
        configured = settings.map(\.provider)
    }

    private let configured: [Provider]

    /// The providers that are on.
    public var providers: [Provider] { configured }

    /// Finds out whose account a credential proves.
    ///
    /// It takes at most 3 seconds, whatever the provider does. An identity token counts once: the
    /// caller refuses an account whose `use` it has stored, and stores it otherwise.
    ///
    /// - Parameters:
    ///   - credential: The credential, of any size and from anyone.
    ///   - provider: The provider that it is said to come from.
    /// - Returns: The account.
    /// - Throws: `ProviderRefusal`.
    public func verify(
        _ credential: ProviderCredential,
        with provider: Provider
    ) async throws(ProviderRefusal) -> ProviderAccount {
        guard configured.contains(provider) else { throw .notConfigured }
        throw .unavailable
    }

    /// Fetches a person's picture, of at most 4 MiB, from public addresses only.
    ///
    /// - Parameters:
    ///   - url: `pictureURL` of an account.
    ///   - provider: The provider of that account.
    /// - Returns: The bytes, which may be anything; `nil` if they could not be fetched within
    ///   3 seconds.
    public func picture(at url: String, of provider: Provider) async -> [UInt8]? {
        nil
    }

    /// What an operator sees of each provider that is on.
    public func status() async -> [ProviderStatus] {
        []
    }
}
