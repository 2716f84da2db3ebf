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

    /// Creates the username of a new account, which must not be reserved. An existing account with
    /// a reserved username can still sign in with it.
    init(new text: String, unless reserved: ReservedUsernames) throws(IdentityError) {
        try self.init(text)
        guard !reserved.contains(self) else { throw .usernameInvalid }
    }

    /// Whether a byte of a username is neither a letter nor a digit.
    static func isPunctuation(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }
}
