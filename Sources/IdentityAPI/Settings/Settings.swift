public import Values
public import Wire

/// The caller's settings (2.8-settings).
public struct Settings: Codable, Hashable, Sendable, Versioned, Limited {
    /// The newest time zone, an IANA name: `Europe/Berlin`.
    public let timeZone: String
    /// When that time zone starts to apply; `nil` if it already applies (2.9-zones).
    public let timeZoneHoldsFrom: Instant?
    /// When the time zone can be changed again; `nil` if it can be changed now, as it always can
    /// until a new one applies.
    public let timeZoneChangeableFrom: Instant?
    /// The language of texts: `en` or `de`.
    public let locale: String
    /// Who may challenge the caller.
    public let challengesFrom: ChallengesFrom
    /// Whether the caller is on the public board.
    public let isListed: Bool
    /// Who sees the caller's new competitions; `nil` in a reply that an earlier release stored.
    public let defaultVisibility: CompetitionVisibility?
    /// The version, which each change of the account increments. A call's `ifVersion`, which is
    /// `If-Match` in HTTP, is compared with it.
    public let version: Int64

    public static let limits: FieldLimits = ["version": .atLeast(0)]

    public init(
        timeZone: String,
        timeZoneHoldsFrom: Instant? = nil,
        timeZoneChangeableFrom: Instant? = nil,
        locale: String,
        challengesFrom: ChallengesFrom,
        isListed: Bool,
        defaultVisibility: CompetitionVisibility? = nil,
        version: Int64
    ) {
        self.timeZone = timeZone
        self.timeZoneHoldsFrom = timeZoneHoldsFrom
        self.timeZoneChangeableFrom = timeZoneChangeableFrom
        self.locale = locale
        self.challengesFrom = challengesFrom
        self.isListed = isListed
        self.defaultVisibility = defaultVisibility
        self.version = version
    }

    /// Who may challenge a user.
    public enum ChallengesFrom: String, OpenEnum, CaseIterable {
        /// Only friends.
        case friends
        /// Nobody.
        case nobody
        /// A choice that this release does not know; it is refused.
        case unknown
    }
}
