public import Identifiers
public import Values
public import Wire

/// The caller's own account, which only its owner sees.
public struct Account: Codable, Hashable, Sendable {
    /// The user's id.
    public let id: UserID
    /// The username: 3 to 30 characters of `a-z 0-9 _ .`, unique, folded to lower case.
    public let username: String
    /// The first name, 1 to 80 characters.
    public let firstName: String
    /// The last name, 0 to 80 characters.
    public let lastName: String
    /// The e-mail address as it was given; `nil` if the account has none.
    public let email: String?
    /// The picture; `nil` if the account has none.
    public let avatarURL: MediaReference?
    /// The newest time zone, an IANA name: `Europe/Berlin`.
    public let timeZone: String
    /// When the account was created.
    public let createdAt: Instant
    /// When the account last changed; `nil` in a reply that an earlier release stored.
    public let updatedAt: Instant?
    /// The name that the user goes by, 1 to 80 characters; `nil` if the account has none.
    public let displayName: String?
    /// What the user says about themselves, 1 to 300 characters; `nil` if nothing.
    public let bio: String?
    /// When it was proved that the e-mail address is the user's; `nil` if it was not.
    public let emailVerifiedAt: Instant?
    /// The address that takes the place of `email` once it is proved; `nil` if there is none.
    public let emailWanted: String?
    /// The version of the terms that the user accepted at registration; `nil` if none was named.
    public let termsVersion: String?

    public init(
        id: UserID,
        username: String,
        firstName: String,
        lastName: String,
        email: String?,
        avatarURL: MediaReference?,
        timeZone: String,
        createdAt: Instant,
        updatedAt: Instant? = nil,
        displayName: String? = nil,
        bio: String? = nil,
        emailVerifiedAt: Instant? = nil,
        emailWanted: String? = nil,
        termsVersion: String? = nil
    ) {
        self.id = id
        self.username = username
        self.firstName = firstName
        self.lastName = lastName
        self.email = email
        self.avatarURL = avatarURL
        self.timeZone = timeZone
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.displayName = displayName
        self.bio = bio
        self.emailVerifiedAt = emailVerifiedAt
        self.emailWanted = emailWanted
        self.termsVersion = termsVersion
    }
}
