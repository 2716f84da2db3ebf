/// What an app got from a provider when its user signed in there.
public enum ProviderCredential: Sendable {
    /// A token for Facebook's Graph API.
    case accessToken(String)
    /// A signed token of OpenID Connect, and the nonce with which the app asked for it.
    case identityToken(String, nonce: String?)
}
