public import Values

/// Limits on failed sign-ins, successful sign-ins and registrations (2.8-limits).
///
/// A successful sign-in never counts as a failure.
public struct SignInLimits: Sendable {
    /// Failed sign-ins with one login from one network.
    public var failuresAnAccount = 10
    /// Failed sign-ins from one network, with any login.
    public var failuresAnAddress = 100
    /// Failed sign-ins with one login, from all networks, after which strangers are slowed down:
    /// networks that never signed in to the account.
    public var failuresOfStrangers = 20
    /// The time between two attempts of all strangers together, once they are slowed down.
    public var strangersPause = Duration.seconds(8)
    /// Successful sign-ins to one account; reported only after a right password.
    public var sessionsAnAccount = 60
    /// Right passwords from one network.
    public var sessionsAnAddress = 600
    /// The window in which sign-ins are counted.
    public var failuresWindow = Duration.minutes(10)
    /// Accounts made from one network.
    public var registrationsAnAddress = 60
    /// Registrations of one site (`ClientNetwork.site`) that are refused because the id,
    /// the username or the e-mail address is in use.
    public var takenAnAddress = 10
    /// The window in which registrations are counted.
    public var registrationsWindow = Duration.minutes(1)
    /// How many sign-ins and registrations may wait for a permit to hash a password.
    public var passwordsWaiting = 64
    /// How many networks are remembered for each person.
    public var networksKept = 20
    /// How long a network is remembered after its last sign-in.
    public var networksAge = Duration.days(90)
    /// Addresses exempt from the limits of an address, and from the limit of successful sign-ins to
    /// an account. The limits of failures with a login always apply.
    public var exempt = Networks()

    /// Creates the default limits; each can be changed.
    public init() {}

    /// How long any limit counts an attempt.
    var windowMax: Duration { max(failuresWindow, strangersPause, registrationsWindow) }
}
