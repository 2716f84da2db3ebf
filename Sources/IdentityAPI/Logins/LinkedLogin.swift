public import Values
public import Wire

/// An account at a provider with which a user signs in (2.8-logins).
public struct LinkedLogin: Codable, Hashable, Sendable {
    /// Where the account is.
    public let provider: Provider
    /// The address that the provider named when the login was linked; absent if it named none.
    public let email: String?
    /// When it was linked.
    public let linkedAt: Instant

    public init(provider: Provider, email: String?, linkedAt: Instant) {
        self.provider = provider
        self.email = email
        self.linkedAt = linkedAt
    }

    /// A service at which people have accounts.
    public enum Provider: String, OpenEnum, CaseIterable {
        /// Facebook.
        case facebook
        /// Apple.
        case apple
        /// Google.
        case google
        /// A provider that this release does not know.
        case unknown
    }
}
