import FoundationEssentials
public import Identifiers

/// A person as every reply shows one; a person who may not be shown is a placeholder that leads to
/// nobody (2.11-placeholder).
public struct Person: Codable, Hashable, Sendable {
    /// Who it is; the nil UUID in a placeholder.
    public let id: UserID
    /// Unique, folded to lower case; in a placeholder, its word.
    public let username: String
    /// 1 to 80 characters; empty in a placeholder.
    public let firstName: String
    /// 0 to 80 characters.
    public let lastName: String
    /// The picture; `nil` where the person has none.
    public let avatarURL: MediaReference?
    /// Why the person is not shown; `nil` for a person who is.
    public let placeholder: Placeholder?

    public init(
        id: UserID,
        username: String,
        firstName: String,
        lastName: String,
        avatarURL: MediaReference? = nil,
        placeholder: Placeholder? = nil
    ) {
        self.id = id
        self.username = username
        self.firstName = firstName
        self.lastName = lastName
        self.avatarURL = avatarURL
        self.placeholder = placeholder
    }

    /// Why a person is not shown.
    public enum Placeholder: String, OpenEnum, CaseIterable {
        /// There is a block between them and the caller, or they take no part at present.
        case hidden
        /// The account is gone.
        case deleted
        /// A reason of a later release.
        case unknown
    }
}

// No new account gets a placeholder's word as its username.
extension Person {
    /// In place of a person whom the caller may not see.
    public static let hidden = Person(placeholder: .hidden)
    /// In place of a person whose account is gone.
    public static let deleted = Person(placeholder: .deleted)

    private init(placeholder: Placeholder) {
        self.init(
            id: UserID(.lowest),
            username: placeholder.rawValue,
            firstName: "",
            lastName: "",
            placeholder: placeholder
        )
    }
}
