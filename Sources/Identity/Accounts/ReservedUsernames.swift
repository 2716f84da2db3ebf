/// The usernames that no new account can have (2.14-username, 2.11-placeholder).
public struct ReservedUsernames: Equatable, Sendable {
    /// The names of placeholders, and names that could be mistaken for the operator; always
    /// reserved.
    static let always: Set = ["hidden", "deleted", "gauntlet", "system", "moderator"]

    /// The usernames that are reserved unless the operator lists others.
    public static let byDefault = ReservedUsernames(
        names: [
            "admin", "administrator", "root", "support", "help", "staff", "official", "anonymous",
            "unknown", "null",
        ]
    )

    /// The maximum number of names that an operator may list.
    static let countMax = 1_000

    /// The names that are reserved in addition, in lower case.
    private let names: Set<String>

    private init(names: Set<String>) {
        self.names = names
    }

    /// Parses usernames in any case, separated by commas. Returns `nil` if one of them is not a
    /// valid username, or there are too many.
    public init?(_ list: String) {
        let parts = list.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= Self.countMax else { return nil }
        let names = parts.compactMap { try? Username(String($0)).text }
        guard names.count == parts.count else { return nil }
        self.names = Set(names)
    }

    /// Whether the username is reserved. Usernames of punctuation alone are.
    func contains(_ username: Username) -> Bool {
        Self.always.contains(username.text) || names.contains(username.text)
            || !username.text.utf8.contains { !Username.isPunctuation($0) }
    }
}
