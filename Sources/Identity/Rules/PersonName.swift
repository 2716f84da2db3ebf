import IdentityAPI
import Values

/// What a person is called, in one line: 1 to 80 and 0 to 80 characters (2.14-names).
///
/// Characters are counted as JSON Schema counts them, in Unicode scalars, and without the white
/// space around them. What would break the line is refused wherever it stands.
struct PersonName: Equatable {
    let text: String

    /// A first name.
    init(first text: String) throws(IdentityError) {
        guard let name = Self(text, 1...80) else { throw .firstNameInvalid }
        self = name
    }

    /// A last name; it may be empty.
    init(last text: String) throws(IdentityError) {
        guard let name = Self(text, 0...80) else { throw .lastNameInvalid }
        self = name
    }

    private init?(_ text: String, _ length: ClosedRange<Int>) {
        self.text = text.trimmed
        guard length.contains(self.text.unicodeScalars.count), text.isOneLine else { return nil }
    }
}
