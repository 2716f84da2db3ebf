public import Wire

/// Lists the caller's logins at providers, ordered by provider (2.8-logins).
///
/// Refuses with `wire.sign_in_needed` if the caller's account no longer exists.
public struct ListLogins: Call {
    public static let id: CallID = 0x011A
    public static let effect = Effect.none
    public static let access = Access.signedIn

    public init() {}

    /// How the caller can sign in.
    public struct Reply: Codable, Hashable, Sendable {
        /// The logins, at most one of each provider.
        public let items: [LinkedLogin]
        /// Whether the account has a password.
        public let hasPassword: Bool

        public init(items: [LinkedLogin], hasPassword: Bool) {
            self.items = items
            self.hasPassword = hasPassword
        }
    }
}
