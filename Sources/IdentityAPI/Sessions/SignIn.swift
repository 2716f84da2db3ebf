public import Wire

/// Begins a session with a username or an e-mail address and a password.
///
/// Refuses with `identity.sign_in_failed`, whether the login or the password is wrong.
///
/// Refuses with `identity.sign_ins_exhausted`, and the seconds to wait, when one of these limits
/// within 10 minutes is reached (2.8-limits): 10 failures with one login from one network; 100
/// failures from one network; 600 right passwords from one network; 60 sessions that began in one
/// account, which is reported only after a right password. After 20 failures with one login from
/// all networks, networks that never signed in to it must wait until 8 seconds after the last
/// attempt from any such network (2.8-networks); other networks need not wait. A right password
/// never counts as a failure.
///
/// Refuses with `identity.busy`, and the seconds to wait, when too many clients wait, or as soon as
/// it is known that the password cannot be compared before the deadline.
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
