import IdentityAPI
import Values

/// A first or last name, in one line: 1 to 80 and 0 to 80 characters (2.14-names).
///
/// Characters are counted as in JSON Schema, in Unicode scalars, without surrounding white space.
/// Characters that break the line are refused, even in that white space.
struct PersonName: Equatable {
    private let name: BoundedText

    var text: String { name.text }

    /// The maximum length in bytes: 80 characters of 4 bytes.
    static let bytesMax = 320

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
        guard
            let name = BoundedText(trimming: text, atMost: Self.bytesMax),
            length.contains(name.text.unicodeScalars.count), text.isOneLine
        else { return nil }
        self.name = name
    }

    /// The form in which names are searched and ordered.
    var folded: String { name.folded }
}
