import IdentityAPI
import Values
import Wire

/// The version of the terms that a user has accepted, as the app names it: one line.
struct TermsVersion: Equatable {
    let text: String

    init(_ text: String) throws(IdentityError) {
        guard Register.termsVersionLimit.allows(text), text.isOneLine else {
            throw .termsVersionInvalid
        }
        self.text = text
    }
}
