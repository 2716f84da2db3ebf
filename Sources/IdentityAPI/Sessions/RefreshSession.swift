public import Wire

/// Exchanges a refresh token for the session's next pair of tokens (2.8-refresh).
///
/// A token is valid for 60 days. It gives a new pair each time it is presented, so a client that
/// lost the reply can repeat the call, until a refresh token from one of these pairs is used.
/// Presented after that, it ends the session, because another party may have it. Only a refresh
/// counts as use; the access token of a lost pair may be used meanwhile. If one token gave several
/// pairs, the first pair to be refreshed continues the session. Beyond 100 unused pairs, all but
/// the first and the newest become invalid. Refuses with `identity.refresh_token_invalid`.
public struct RefreshSession: Call {
    public static let id: CallID = 0x0103
    public static let effect = Effect.once
    public static let access = Access.anyone
    public typealias Reply = SignedIn

    /// The refresh token of the last pair.
    public var refreshToken: String

    public init(refreshToken: String) {
        self.refreshToken = refreshToken
    }
}
