public import Values
public import Wire

/// What the caller has chosen (2.8-settings).
public struct Settings: Codable, Hashable, Sendable, Versioned, Limited {
    /// The newest time zone, an IANA name: `Europe/Berlin`.
    public let timeZone: String
    /// From when that time zone holds; `nil` where it holds already (2.9-zones).
    public let timeZoneHoldsFrom: Instant?
    /// When the time zone can be changed again; `nil` where it can be changed now, as always before
    /// a new one holds.
    public let timeZoneChangeableFrom: Instant?
    /// The language of texts: `en` or `de`.
    public let locale: String
    /// Who may challenge the caller.
    public let challengesFrom: ChallengesFrom
    /// Whether the caller takes part in the public board.
    public let isListed: Bool
    /// Incremented by each change of the account; a call's `ifVersion`, in HTTP `If-Match`, is
    /// compared with it.
    public let version: Int64

    public static let limits: FieldLimits = ["version": .atLeast(0)]

    public init(
        timeZone: String,
        timeZoneHoldsFrom: Instant? = nil,
        timeZoneChangeableFrom: Instant? = nil,
        locale: String,
        challengesFrom: ChallengesFrom,
        isListed: Bool,
        version: Int64
    ) {
        self.timeZone = timeZone
        self.timeZoneHoldsFrom = timeZoneHoldsFrom
        self.timeZoneChangeableFrom = timeZoneChangeableFrom
        self.locale = locale
        self.challengesFrom = challengesFrom
        self.isListed = isListed
        self.version = version
    }

    /// Who may challenge a person.
    public enum ChallengesFrom: String, OpenEnum, CaseIterable {
        /// Friends, and nobody else.
        case friends
        /// Nobody.
        case nobody
        /// A choice that this release does not know; it is refused.
        case unknown
    }
}
