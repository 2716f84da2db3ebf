/// The usernames that no new account gets (2.14-username, 2.11-placeholder).
public struct ReservedUsernames: Equatable, Sendable {
    /// What placeholders are called, and what would pass for the operator: reserved in any case.
    static let always: Set = ["hidden", "deleted", "gauntlet", "system", "moderator"]

    /// Reserved unless the operator lists others.
    public static let byDefault = ReservedUsernames(
        names: [
            "admin", "administrator", "root", "support", "help", "staff", "official", "anonymous",
            "unknown", "null",
        ]
    )

    /// How many names an operator may list.
    static let countMax = 1_000

    /// What the operator reserves besides, in lower case.
    private let names: Set<String>

    private init(names: Set<String>) {
        self.names = names
    }

    /// Reads usernames in any case, separated by commas; `nil` if one of them could be nobody's
    /// username, or there are too many.
    public init?(_ list: String) {
        let parts = list.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= Self.countMax else { return nil }
        let names = parts.compactMap { try? Username(String($0)).text }
        guard names.count == parts.count else { return nil }
        self.names = Set(names)
    }

    /// Whether no new account gets a username.
    func contains(_ username: Username) -> Bool {
        Self.always.contains(username.text) || names.contains(username.text)
            || !username.text.utf8.contains { !Username.isPunctuation($0) }
    }
}
