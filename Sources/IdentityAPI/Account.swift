public import Identifiers
public import Values
public import Wire

/// One's own account, as only its owner sees it.
public struct Account: Codable, Hashable, Sendable {
    /// Who it is.
    public let id: UserID
    /// 3 to 30 characters of `a-z 0-9 _ .`, unique, folded to lower case.
    public let username: String
    /// 1 to 80 characters.
    public let firstName: String
    /// 0 to 80 characters.
    public let lastName: String
    /// The e-mail address as it was given; `nil` where the account has none.
    public let email: String?
    /// The picture; `nil` where the account has none.
    public let avatarURL: MediaReference?
    /// An IANA name: `Europe/Berlin`.
    public let timeZone: String
    /// When the account was made.
    public let createdAt: Instant

    public init(
        id: UserID,
        username: String,
        firstName: String,
        lastName: String,
        email: String?,
        avatarURL: MediaReference?,
        timeZone: String,
        createdAt: Instant
    ) {
        self.id = id
        self.username = username
        self.firstName = firstName
        self.lastName = lastName
        self.email = email
        self.avatarURL = avatarURL
        self.timeZone = timeZone
        self.createdAt = createdAt
    }
}
