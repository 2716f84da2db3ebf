public import Values

/// What an operator sees of a provider, as this replica knows it.
public struct ProviderStatus: Hashable, Sendable {
    public let provider: Provider
    /// When the keys in use were fetched; `nil` if none are.
    public let keysFetchedAt: Instant?
    /// How many keys are in use.
    public let keys: Int
    public let lastFailure: Failure?

    /// A provider that could not be asked.
    public struct Failure: Hashable, Sendable {
        public let at: Instant
        /// One line that names no user and no secret.
        public let reason: String
    }
}
