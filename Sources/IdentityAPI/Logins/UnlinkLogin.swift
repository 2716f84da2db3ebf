public import Wire

/// Unlinks the caller's login at a provider (2.8-logins). Without such a login it does nothing.
///
/// Refuses with `identity.provider_unknown` a provider that is unknown, or that is off while the
/// caller has no login there. Refuses with `identity.login_last` if the caller could not sign in
/// any more: with a password, or a login at another provider that is on. Refuses with
/// `wire.sign_in_needed` if the caller's account no longer exists or the session has ended.
public struct UnlinkLogin: Call {
    public static let id: CallID = 0x011C
    public static let effect = Effect.many
    public static let access = Access.signedIn
    public typealias Reply = Nothing

    /// `facebook`, `apple` or `google`.
    public var provider: String

    public init(provider: String) {
        self.provider = provider
    }
}
