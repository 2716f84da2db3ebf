import IdentityAPI
import Wire

/// A newly chosen password (2.14-password).
struct NewPassword {
    let text: String

    init(_ text: String) throws(IdentityError) {
        guard Register.passwordLimit.allows(text) else { throw .passwordInvalid }
        self.text = text
    }
}
