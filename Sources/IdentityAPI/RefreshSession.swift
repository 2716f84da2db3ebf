public import Wire

/// Exchanges a refresh token for the session's next pair of tokens (2.8-refresh).
///
/// A token is valid for 60 days and for one use. Presented again within 60 seconds, while its
/// successor is unused, it gives a new pair; presented again otherwise, it ends the session,
/// because another party may hold it. Refuses with `identity.refresh_token_invalid`.
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
