public import Wire

/// Takes a refresh token and gives the session's next pair of tokens (2.8-refresh).
///
/// A token is good for 60 days and for one use. Shown again within 60 seconds, its successor
/// unused, it gives a new pair; shown again otherwise, it ends the session, for somebody else may
/// hold it. Refuses with `identity.refresh_token_invalid`.
public struct RefreshSession: Call {
    public static let id: CallID = 0x0103
    public static let effect = Effect.once
    public static let access = Access.anyone
    public typealias Reply = SignedIn

    /// The token that came with the last pair.
    public var refreshToken: String

    public init(refreshToken: String) {
        self.refreshToken = refreshToken
    }
}
