/// Why nobody is signed in.
public enum ProviderRefusal: Error, Hashable, Sendable {
    /// The token is not valid for this app. Why is not said: that would help who forges them.
    case invalidToken
    /// The provider cannot be asked, or answers with nothing usable.
    case unavailable
    /// This provider is off, or does not have credentials of this kind.
    case notConfigured
}
