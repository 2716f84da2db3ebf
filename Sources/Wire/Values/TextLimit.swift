/// How long a text may be, and which characters it may hold.
///
/// Characters are Unicode scalars, as JSON Schema and PostgreSQL count them: one Swift `Character`
/// may hold any number of them, and so any number of bytes.
public struct TextLimit: Hashable, Sendable {
    /// How many characters.
    public let characters: ClosedRange<Int>
    /// The only characters; `nil` allows all.
    public let alphabet: Alphabet?
    /// What the text is, as a format of JSON Schema, such as `email`; `nil` for any text.
    public let format: String?

    public init(
        _ characters: ClosedRange<Int>,
        of alphabet: Alphabet? = nil,
        format: String? = nil
    ) {
        self.characters = characters
        self.alphabet = alphabet
        self.format = format
    }

    /// The maximum length in bytes: a character has at most 4.
    public var bytesMax: Int { 4 * characters.upperBound }

    /// Whether the text's length is within the limit, and all its characters are in the alphabet.
    /// Does not check the format.
    public func allows(_ text: String) -> Bool {
        text.utf8.count <= bytesMax
            && characters.contains(text.unicodeScalars.count)
            && alphabet.map { text.unicodeScalars.allSatisfy($0.contains) } ?? true
    }

    /// A set of ASCII characters, none of which means something else in the brackets of a regular
    /// expression.
    public struct Alphabet: Hashable, Sendable {
        private let ranges: [ClosedRange<Unicode.Scalar>]

        public init(_ ranges: ClosedRange<Unicode.Scalar>...) {
            self.ranges = ranges
        }

        public func contains(_ character: Unicode.Scalar) -> Bool {
            ranges.contains { $0.contains(character) }
        }

        /// The set as a regular expression writes it in brackets: `A-Za-z_`.
        public var expression: String {
            ranges.map { range in
                range.lowerBound == range.upperBound
                    ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
            }.joined()
        }
    }
}
