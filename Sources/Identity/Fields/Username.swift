import IdentityAPI
import Wire

/// A valid username (2.14-username).
///
/// It contains no `@`, so it is never mistaken for an e-mail address.
struct Username: Equatable {
    /// Folded to lower case.
    let text: String

    init(_ text: String) throws(IdentityError) {
        guard Register.usernameLimit.allows(text) else { throw .usernameInvalid }
        // All of it is ASCII.
        self.text = text.lowercased()
    }

    /// A username that an account is given. Those that stand for no user are refused; an account of
    /// an earlier release that has one still signs in with it.
    init(new text: String) throws(IdentityError) {
        try self.init(text)
        guard !Self.reserved.contains(self.text) else { throw .usernameInvalid }
    }

    /// What placeholders are called (2.11-placeholder), and what would pass for the operator.
    static let reserved: Set = ["hidden", "deleted", "gauntlet", "system", "moderator"]
}
