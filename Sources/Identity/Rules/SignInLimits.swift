public import Values

/// How often a client may fail to sign in, succeed in it, and register (2.8-limits).
///
/// A sign-in that succeeds never counts as a failure.
public struct SignInLimits: Sendable {
    /// Failed sign-ins with one login from one network.
    public var failuresAnAccount = 10
    /// Failed sign-ins from one network, with whichever login.
    public var failuresAnAddress = 100
    /// Failed sign-ins with one login, from all networks, after which strangers are slowed down:
    /// networks that never signed in to the account.
    public var failuresOfStrangers = 20
    /// How long strangers, all together, wait from one try to the next once they are slowed down.
    public var strangersPause = Duration.seconds(8)
    /// Sign-ins to one account that succeed; told to a right password alone.
    public var sessionsAnAccount = 60
    /// Right passwords from one network.
    public var sessionsAnAddress = 600
    /// In which time sign-ins are counted.
    public var failuresWindow = Duration.minutes(10)
    /// Accounts made from one network.
    public var registrationsAnAddress = 60
    /// Registrations of one customer (`ClientNetwork.customer`) that are refused because the id, the
    /// username or the e-mail address is in use.
    public var takenAnAddress = 10
    /// In which time registrations are counted.
    public var registrationsWindow = Duration.minutes(1)
    /// How many sign-ins and registrations wait for their turn to have a password hashed.
    public var passwordsWaiting = 64
    /// How many networks are remembered that a person signed in from.
    public var networksKept = 20
    /// How long they are remembered since the last sign-in.
    public var networksAge = Duration.days(90)
    /// Whose addresses are spared the limits of an address, and the limit of sign-ins to an account
    /// that succeed; those of failures with a login always hold.
    public var exempt = Networks()

    /// The limits by default; each may be set.
    public init() {}

    /// After which time no limit counts a try.
    var windowMax: Duration { max(failuresWindow, strangersPause, registrationsWindow) }
}
