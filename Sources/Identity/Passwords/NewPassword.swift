import IdentityAPI
import Wire

/// A newly chosen password (2.14-password).
struct NewPassword {
    let text: String

    init(_ text: String) throws(IdentityError) {
        guard Register.passwordLimit.allows(text) else { throw .passwordInvalid }
        self.text = text
    }

    /// Creates a password; refuses an invalid one at the field.
    init(_ text: String, at pointer: String) throws(Refusal) {
        do throws(IdentityError) {
            try self.init(text)
        } catch {
            throw Refusal(error, at: pointer)
        }
    }
}
