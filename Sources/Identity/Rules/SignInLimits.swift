public import Values

/// How often somebody may fail to sign in, and how many accounts one address may make
/// (2.8-limits). Sign-ins that succeed never count.
public struct SignInLimits: Sendable {
    /// Failed sign-ins for one account.
    public var failuresAnAccount = 10
    /// Failed sign-ins from one address.
    public var failuresAnAddress = 100
    /// In which time failures are counted.
    public var failuresWindow = Duration.minutes(10)
    /// Accounts made from one address.
    public var registrationsAnAddress = 60
    /// In which time registrations are counted.
    public var registrationsWindow = Duration.minutes(1)
    /// Whose addresses are spared the limits an address; those of an account always hold.
    public var exempt = Networks()

    /// The limits by default; each may be set.
    public init() {}
}
