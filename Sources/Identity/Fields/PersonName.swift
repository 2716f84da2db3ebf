import IdentityAPI
import Values

/// What a person is called, in one line: 1 to 80 and 0 to 80 characters (2.14-names).
///
/// Characters are counted as JSON Schema counts them, in Unicode scalars, and without the white
/// space around them. What would break the line is refused wherever it stands.
struct PersonName: Equatable {
    private let name: BoundedText

    var text: String { name.text }

    /// The most bytes of a name: 80 characters of 4 bytes.
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
