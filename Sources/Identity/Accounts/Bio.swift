import IdentityAPI
import Wire

/// What a user says about themselves, in any number of lines; it may be empty (2.14-limits).
struct Bio: Equatable {
    let text: String

    init(_ text: String) throws(IdentityError) {
        guard ChangeProfile.bioLimit.allows(text), !text.utf8.contains(0) else { throw .bioInvalid }
        self.text = text
    }
}
