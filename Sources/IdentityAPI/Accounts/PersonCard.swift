public import Values
public import Wire

/// The card of a user: the fields that other services store a copy of.
public struct PersonCard: Codable, Hashable, Sendable {
    /// The user.
    public let person: Person
    /// The version, which increases with each change of the account; an older card never replaces a
    /// newer one.
    public let version: Int64
    /// The user's last four time zones, newest last; the newest may start in the future
    /// (2.9-zones). `nil` in a card of an earlier release.
    public let zones: [ZoneChange]?
    /// The language of texts, such as `en`; `nil` in a card of an earlier release.
    public let locale: String?
    /// Whether the user is on the public board; `nil` in a card of an earlier release.
    public let isListed: Bool?
    /// The status of the account; `nil` in a card of an earlier release.
    public let standing: AccountStanding?
    /// Who sees a new competition of the user's; `nil` in a card of an earlier release.
    public let defaultVisibility: CompetitionVisibility?

    public init(
        person: Person,
        version: Int64,
        zones: [ZoneChange]? = nil,
        locale: String? = nil,
        isListed: Bool? = nil,
        standing: AccountStanding? = nil,
        defaultVisibility: CompetitionVisibility? = nil
    ) {
        self.person = person
        self.version = version
        self.zones = zones
        self.locale = locale
        self.isListed = isListed
        self.standing = standing
        self.defaultVisibility = defaultVisibility
    }
}

/// A user's time zone, and the time from which it applies (2.9-zones).
public struct ZoneChange: Codable, Hashable, Sendable {
    /// When the time zone starts to apply.
    public let since: Instant
    /// The time zone, an IANA name: `Europe/Berlin`.
    public let name: String

    public init(since: Instant, name: String) {
        self.since = since
        self.name = name
    }
}

/// The status of an account (2.11-standing).
public enum AccountStanding: String, OpenEnum, CaseIterable {
    /// Active: takes part.
    case active
    /// Hidden: its owner has asked for deletion, and can still cancel that.
    case hidden
    /// Suspended by a moderator.
    case suspended
    /// Deleted.
    case deleted
    /// A status that this release does not know.
    case unknown
}
