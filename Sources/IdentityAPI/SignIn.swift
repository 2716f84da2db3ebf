public import Wire

/// Begins a session with a username or an e-mail address and a password (GC-02, K-22).
///
/// Refuses with `identity.sign_in_failed`, whichever of the two is wrong.
///
/// Refuses with `identity.sign_ins_exhausted`, and the seconds to wait, by what happened within 10
/// minutes (2.8-limits): after 10 failures with one login from one network; after 100 failures from
/// one network; after 20 failures with one login, wherever they came from, for 8 seconds since the
/// last try of any network that never signed in to it (2.8-networks), other networks not at all;
/// after 600 right passwords from one network; after 60 sessions that began in one account, which a
/// right password alone is told. A right password never counts as a failure.
///
/// Refuses with `identity.busy`, and the seconds to wait, as soon as it is known that the password
/// cannot be compared before the deadline, or where too many wait for it.
public struct SignIn: Call {
    public static let id: CallID = 0x0102
    public static let effect = Effect.many
    public static let access = Access.anyone
    public typealias Reply = SignedIn

    /// A username or an e-mail address, in any case of letters.
    public var login: String
    /// The password.
    public var password: String

    public init(login: String, password: String) {
        self.login = login
        self.password = password
    }
}
