public import Identifiers

/// A person as every reply shows one.
public struct Person: Codable, Hashable, Sendable {
    /// Who it is.
    public let id: UserID
    /// Unique, folded to lower case.
    public let username: String
    /// 1 to 80 characters.
    public let firstName: String
    /// 0 to 80 characters.
    public let lastName: String
    /// The picture; `nil` where the person has none.
    public let avatarURL: MediaReference?

    public init(
        id: UserID,
        username: String,
        firstName: String,
        lastName: String,
        avatarURL: MediaReference? = nil
    ) {
        self.id = id
        self.username = username
        self.firstName = firstName
        self.lastName = lastName
        self.avatarURL = avatarURL
    }
}
