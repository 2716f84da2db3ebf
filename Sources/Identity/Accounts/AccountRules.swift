import Values

/// The times of accounts that an operator may change.
public struct AccountRules: Sendable {
    /// The minimum time between two changes of a user's username, and how long the former one is
    /// reserved (2.8-former-usernames); 30 days by default.
    public var usernamePause = Duration.days(30)
    /// How long a ticket that resets a password is valid (2.8-tickets); 30 minutes by default.
    public var resetLife = Duration.minutes(30)

    /// Creates the default times; each can be changed.
    public init() {}
}
