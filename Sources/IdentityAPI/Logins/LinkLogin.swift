public import Wire

/// Links an account at Facebook, Apple or Google to the caller's account, which can sign in with it
/// from then on (2.8-logins). The caller's address is told by mail. Linking the same login again
/// does nothing.
///
/// Refuses with `identity.provider_unknown`, `identity.token_missing` at `/identityToken`,
/// `identity.token_refused`, `identity.provider_unavailable` and `identity.sign_ins_exhausted` as a
/// sign-in does. Refuses with `identity.login_taken` a login of another account, and with
/// `identity.login_exists` if the caller has another login at this provider. After these two
/// refusals the same token can be sent again. Refuses with `wire.sign_in_needed` if the caller's
/// account no longer exists or the session has ended, also if that happens meanwhile.
///
/// The call is not stored, because it contains secrets (2.8-secrets).
public struct LinkLogin: Call {
    public static let id: CallID = 0x011B
    public static let effect = Effect.many
    public static let access = Access.signedIn
    public typealias Reply = LinkedLogin

    /// `facebook`, `apple` or `google`.
    public var provider: String
    /// A token for Facebook's Graph API.
    public var accessToken: String?
    /// An identity token of OpenID Connect.
    public var identityToken: String?
    /// The nonce with which the app asked for the identity token; absent if there was none.
    public var nonce: String?

    public init(
        provider: String,
        accessToken: String? = nil,
        identityToken: String? = nil,
        nonce: String? = nil
    ) {
        self.provider = provider
        self.accessToken = accessToken
        self.identityToken = identityToken
        self.nonce = nonce
    }
}
