public import Wire

/// Begins a session with a username or an e-mail address and a password (GC-02, K-22).
///
/// Refuses with `identity.sign_in_failed`, whichever of the two is wrong.
///
/// Refuses with `identity.sign_ins_exhausted`, and the seconds to wait, by what happened within 10
/// minutes (2.8-limits): after 10 failures with one login from one network; after 100 failures from
/// one network; after 20 failures with one login from all networks, for 8 seconds after the last
/// attempt of any network that never signed in to it (2.8-networks), but never for other networks;
/// after 600 right passwords from one network; after 60 sessions that began in one account, which
/// is reported only after a right password. A right password never counts as a failure.
///
/// Refuses with `identity.busy`, and the seconds to wait, as soon as it is known that the password
/// cannot be compared before the deadline, or when too many clients wait.
public struct SignIn: Call {
    public static let id: CallID = 0x0102
    public static let effect = Effect.many
    public static let access = Access.anyone
    public typealias Reply = SignedIn

    /// A username or an e-mail address, in any case.
    public var login: String
    /// The password.
    public var password: String

    public init(login: String, password: String) {
        self.login = login
        self.password = password
    }
}
