import IdentityAPI
import Wire

/// An account and the access token of a new or renewed session in a browser.
struct BrowserSession: Codable, Hashable, Sendable, Limited {
    /// The account.
    let user: Account
    /// A JWT for the `Authorization` header, as other clients get it.
    let accessToken: String
    /// The access token's lifetime in seconds.
    let expiresIn: Int

    static let limits: FieldLimits = ["expiresIn": .atLeast(1)]

    init(_ signedIn: SignedIn) {
        user = signedIn.user
        accessToken = signedIn.accessToken
        expiresIn = signedIn.expiresIn
    }
}
