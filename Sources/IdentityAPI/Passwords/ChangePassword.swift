public import Wire

/// Changes the caller's password, and ends the caller's other sessions.
///
/// Refuses with `identity.password_invalid` at `/password`, and with `identity.password_wrong` at
/// `/current` if the present password is missing or wrong. Refuses with
/// `identity.passwords_exhausted`, and the seconds to wait, after 10 wrong passwords within 10
/// minutes, and with `identity.busy` when too many clients wait (2.8-limits). Refuses with
/// `wire.sign_in_needed` if the caller's account no longer exists or the session has ended, also if
/// that happens meanwhile.
///
/// An account that has no password, because it signs in with a provider, gets one within 10 minutes
/// of a sign-in; later it is refused with `identity.session_old` (2.8-logins).
///
/// The call is not stored, because it contains secrets (2.8-secrets).
public struct ChangePassword: Call, Limited {
    public static let id: CallID = 0x0113
    public static let effect = Effect.many
    public static let access = Access.signedIn
    public typealias Reply = Nothing

    /// The present password; absent if the account has none.
    public var current: String?
    /// The new password, of any characters (2.14-password).
    public var password: String

    public static let limits: FieldLimits = ["password": .text(Register.passwordLimit)]

    public init(current: String? = nil, password: String) {
        self.current = current
        self.password = password
    }
}
