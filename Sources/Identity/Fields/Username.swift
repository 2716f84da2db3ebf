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
}
