public import Values

/// Limits on failed sign-ins, successful sign-ins and registrations (2.8-limits).
///
/// A successful sign-in never counts as a failure.
public struct SignInLimits: Sendable {
    /// The maximum number of failed sign-ins with one login from one network; 10 by default.
    public var failuresAnAccount = 10
    /// The maximum number of failed sign-ins from one network, with any login; 100 by default.
    public var failuresAnAddress = 100
    /// The number of failed sign-ins with one login, from all networks, after which strangers are
    /// slowed down; 20 by default. Strangers are networks that never signed in to the account.
    public var failuresOfStrangers = 20
    /// The time between two attempts of all strangers together, once they are slowed down; 8
    /// seconds by default.
    public var strangersPause = Duration.seconds(8)
    /// The maximum number of successful sign-ins to one account; 60 by default. Reported only after
    /// a right password.
    public var sessionsAnAccount = 60
    /// The maximum number of right passwords from one network; 600 by default.
    public var sessionsAnAddress = 600
    /// The window in which sign-ins are counted; 10 minutes by default.
    public var failuresWindow = Duration.minutes(10)
    /// The maximum number of accounts created from one network; 60 by default.
    public var registrationsAnAddress = 60
    /// The maximum number of registrations from one site (`ClientNetwork.site`) that are refused
    /// because the id, the username or the e-mail address is in use; 10 by default. Beyond it, all
    /// registrations from the site are refused.
    public var takenAnAddress = 10
    /// The window in which registrations are counted; 1 minute by default.
    public var registrationsWindow = Duration.minutes(1)
    /// The maximum number of mails of one kind to one account: resets, verifications of an
    /// address, changes of the address; 3 by default.
    public var resetsAnAccount = 3
    /// The maximum number of requests of a reset from one network; 30 by default.
    public var resetsAnAddress = 30
    /// The maximum number of invalid tickets from one network; 30 by default.
    public var ticketsAnAddress = 30
    /// The window in which mails and tickets are counted; 10 minutes by default.
    public var mailsWindow = Duration.minutes(10)
    /// The minimum time between two mails that verify an address; 1 minute by default.
    public var verificationsPause = Duration.minutes(1)
    /// The maximum number of sign-ins and registrations that wait for a permit to hash a password;
    /// 64 by default.
    public var passwordsWaiting = 64
    /// The maximum number of networks that are remembered for each user; 20 by default.
    public var networksKept = 20
    /// How long a network is remembered after its last sign-in; 90 days by default.
    public var networksAge = Duration.days(90)
    /// Addresses that are exempt from the limits of an address, and from the limit of successful
    /// sign-ins to an account; none by default. The limits of failures with a login always apply.
    public var exempt = Networks()

    /// Creates the default limits; each can be changed.
    public init() {}

    /// The longest time that any limit counts an attempt.
    var windowMax: Duration {
        max(failuresWindow, strangersPause, registrationsWindow, mailsWindow, verificationsPause)
    }
}
