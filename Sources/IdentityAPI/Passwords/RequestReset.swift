public import Wire

/// Mails a ticket with which a password can be reset to the address of an account.
///
/// The answer is the same, and takes as long, whether or not the login belongs to an account, the
/// account has an address, or got 3 such mails within 10 minutes, after which no more are sent
/// (2.8-tickets). Refuses with `identity.mails_exhausted`, and the seconds to wait, after 30
/// requests from one network within 10 minutes.
public struct RequestReset: Call {
    public static let id: CallID = 0x0114
    public static let effect = Effect.once
    public static let access = Access.anyone
    public typealias Reply = Nothing

    /// A username or an e-mail address, in any case.
    public var login: String

    public init(login: String) {
        self.login = login
    }
}
