/// Why nobody is signed in.
public enum ProviderRefusal: Error, Hashable, Sendable {
    /// The token is not valid for this app, or of another kind than this provider's. Why is not
    /// said: that would help those who forge them.
    case invalidToken
    /// The provider cannot be asked, or answers with nothing usable.
    case unavailable
    /// This provider is off.
    case notConfigured
}
