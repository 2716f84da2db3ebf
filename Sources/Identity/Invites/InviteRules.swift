import Values

/// The limits and times of invites (2.8-invites).
public struct InviteRules: Sendable {
    /// How long an invite can be used; 14 days by default.
    public var life = Duration.days(14)
    /// The maximum number of a user's invites that can still be used; 20 by default.
    public var openMax = 20

    /// The maximum number of invites that a user makes in 24 hours.
    static let dailyMax = 100
    /// How long an expired invite is kept: 90 days.
    static let memory = Duration.days(90)

    /// Creates the default rules; each can be changed.
    public init() {}
}
