public import Values

/// A person's account at a provider, as the provider itself describes it.
///
/// Texts are the provider's, bounded but otherwise unchecked.
public struct ProviderAccount: Hashable, Sendable {
    public let provider: Provider
    /// The account's id for this app, 1 to 255 printable ASCII characters. It never changes.
    public let subject: String
    public var email: String?
    /// Whether the provider calls the address verified. Facebook says nothing about it.
    public var isEmailVerified = false
    public var firstName: String?
    public var lastName: String?
    /// Where the person's picture is; only `ProviderVerifier.picture(at:of:)` may fetch it.
    public var pictureURL: String?
    /// The subjects of friends who use this app too.
    public var friendSubjects: [String] = []
    /// What marks an identity token as used; `nil` for an access token, which counts many times.
    public var use: TokenUse?

    public init(provider: Provider, subject: String) {
        (self.provider, self.subject) = (provider, subject)
    }

    /// An identity token counts once: the caller stores its digest.
    public struct TokenUse: Hashable, Sendable {
        /// The SHA-256 digest of what the provider signed. The sender of a token cannot vary it.
        public let digest: [UInt8]
        /// When the token is refused as expired anyway, so that the digest may be forgotten.
        public let expiresAt: Instant
    }
}
