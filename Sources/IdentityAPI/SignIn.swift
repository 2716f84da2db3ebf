public import Wire

/// Begins a session with a username or an e-mail address and a password (GC-02, K-22).
///
/// Refuses with `identity.sign_in_failed`, whichever of the two is wrong;
/// `identity.sign_ins_exhausted`, with the seconds to wait, after 10 failures in 10 minutes for
/// one account or 100 from one address (2.8-limits); `identity.busy` when too many passwords are
/// being compared.
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
