public import Identifiers
public import Wire

/// Ends the session that a refresh token renews; ending it again does nothing.
///
/// The token need not be the session's last one. Gateways learn of it within a second and refuse
/// the session's access tokens from then on. Refuses an unknown token with
/// `identity.refresh_token_invalid`.
public struct RevokeRefreshToken: Call {
    public static let id: CallID = 0x0118
    public static let effect = Effect.once
    public static let access = Access.anyone

    /// A refresh token of the session.
    public var refreshToken: String

    public init(refreshToken: String) {
        self.refreshToken = refreshToken
    }

    /// The session that has ended.
    public struct Reply: Codable, Hashable, Sendable {
        /// The session.
        public let session: SessionID

        public init(session: SessionID) {
            self.session = session
        }
    }
}
