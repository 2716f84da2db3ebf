public import Values
public import Wire

/// Lists the providers that are on, and what this process knows of their keys.
public struct ListProviders: Call {
    public static let id: CallID = 0x0151
    public static let effect = Effect.none
    public static let access = Access.operator

    public init() {}

    /// The providers that are on, ordered by name.
    public struct Reply: Codable, Hashable, Sendable {
        /// The providers.
        public let items: [Item]

        public init(items: [Item]) {
            self.items = items
        }
    }

    /// A provider that is on.
    public struct Item: Codable, Hashable, Sendable {
        /// The provider.
        public let provider: LinkedLogin.Provider
        /// The number of keys in use.
        public let keys: Int
        /// When they were fetched; `nil` if there are none.
        public let keysFetchedAt: Instant?
        /// When the provider last could not be asked; `nil` if it always could.
        public let failedAt: Instant?
        /// Why not.
        public let failure: String?

        public init(
            provider: LinkedLogin.Provider,
            keys: Int,
            keysFetchedAt: Instant?,
            failedAt: Instant?,
            failure: String?
        ) {
            self.provider = provider
            self.keys = keys
            self.keysFetchedAt = keysFetchedAt
            self.failedAt = failedAt
            self.failure = failure
        }
    }
}
