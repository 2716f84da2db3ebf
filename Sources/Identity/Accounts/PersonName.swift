import IdentityAPI
import Values
import Wire

/// A first, last or display name, in one line (2.14-names).
///
/// Characters are counted as in JSON Schema, in Unicode scalars, without surrounding white space.
/// Characters that break the line are refused, even in that white space.
struct PersonName: Equatable {
    private let name: BoundedText

    var text: String { name.text }

    /// A first name.
    init(first text: String) throws(IdentityError) {
        guard let name = Self(text, Register.firstNameLimit) else { throw .firstNameInvalid }
        self = name
    }

    /// A last name; it may be empty.
    init(last text: String) throws(IdentityError) {
        guard let name = Self(text, Register.lastNameLimit) else { throw .lastNameInvalid }
        self = name
    }

    /// A display name; an empty one is none.
    init(display text: String) throws(IdentityError) {
        guard let name = Self(text, ChangeProfile.displayNameLimit) else {
            throw .displayNameInvalid
        }
        self = name
    }

    private init?(_ text: String, _ limit: TextLimit) {
        guard
            let name = BoundedText(trimming: text, atMost: limit.bytesMax),
            limit.allows(name.text), text.isOneLine
        else { return nil }
        self.name = name
    }

    /// The form in which names are ordered.
    var folded: String { name.folded }

    /// The name in lower case, with accents as characters of their own.
    var spelledOut: String { name.spelledOut }
}
