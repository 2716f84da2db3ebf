import Values
public import Wire

/// An account and the tokens of a new or renewed session.
public struct SignedIn: Codable, Hashable, Sendable, Limited {
    /// The account.
    public let user: Account
    /// A JWT (EdDSA) for the `Authorization` header: `sub` the user's id, `sid` the session's id,
    /// `mod` only for a moderator, `iat`, `exp`, `iss` and `aud` both `gauntlet`.
    public let accessToken: String
    /// 43 characters of base64url, which renew the session once (2.8-refresh).
    public let refreshToken: String
    /// The access token's lifetime in seconds.
    public let expiresIn: Int

    /// How long a refresh token is valid: 60 days (2.8-refresh).
    public static let refreshTokenLifetime = Duration.days(60)
    /// The length of a refresh token.
    public static let refreshTokenLength = 43

    public static let limits: FieldLimits = ["expiresIn": .atLeast(1)]

    public init(user: Account, accessToken: String, refreshToken: String, expiresIn: Int) {
        self.user = user
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
    }
}
