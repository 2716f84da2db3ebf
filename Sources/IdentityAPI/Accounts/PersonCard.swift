public import Values
public import Wire

/// A person as other services store a copy.
public struct PersonCard: Codable, Hashable, Sendable {
    /// The person.
    public let person: Person
    /// Increases with each change of the account; an older card never replaces a newer one.
    public let version: Int64
    /// The last four time zones, the newest last, which may lie ahead (2.9-zones); `nil` in a card
    /// of an earlier release.
    public let zones: [ZoneChange]?
    /// The language of texts, such as `en`; `nil` in a card of an earlier release.
    public let locale: String?
    /// Whether the person takes part in the public board; `nil` in a card of an earlier release.
    public let isListed: Bool?
    /// Whether the person is active; `nil` in a card of an earlier release.
    public let standing: AccountStanding?

    public init(
        person: Person,
        version: Int64,
        zones: [ZoneChange]? = nil,
        locale: String? = nil,
        isListed: Bool? = nil,
        standing: AccountStanding? = nil
    ) {
        self.person = person
        self.version = version
        self.zones = zones
        self.locale = locale
        self.isListed = isListed
        self.standing = standing
    }
}

/// A time zone of a person, and from when it holds (2.9-zones).
public struct ZoneChange: Codable, Hashable, Sendable {
    /// From when it holds.
    public let since: Instant
    /// An IANA name: `Europe/Berlin`.
    public let name: String

    public init(since: Instant, name: String) {
        self.since = since
        self.name = name
    }
}

/// Whether a person takes part (2.11-standing).
public enum AccountStanding: String, OpenEnum, CaseIterable {
    /// Takes part.
    case active
    /// Asked for the account's deletion, and can still take that back.
    case hidden
    /// Suspended by a moderator.
    case suspended
    /// The account is gone.
    case deleted
    /// A standing that this release does not know.
    case unknown
}
