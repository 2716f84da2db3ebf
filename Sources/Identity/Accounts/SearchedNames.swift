import Search

/// The forms in which an account's names are searched (2.8-search).
struct SearchedNames: Equatable {
    let full: String
    let last: String
    /// The parts that are written without spaces, as pairs of characters, separated by spaces;
    /// `nil` if there are none.
    let pairs: String?

    init(_ first: PersonName, _ last: PersonName) {
        self.init(first: first.text, last: last.text)
    }

    /// - Parameters:
    ///   - first: A stored first name.
    ///   - last: A stored last name.
    init(first: String, last: String) {
        let name = FoldedText(last.isEmpty ? first : "\(first) \(last)")
        full = Self.cut(name)
        self.last = Self.cut(FoldedText(last))
        pairs = name.pairs.isEmpty ? nil : name.pairs.joined(separator: " ")
    }

    /// A folded text as far as an index takes it: folding makes up to 18 characters of one.
    static func cut(_ text: FoldedText) -> String {
        String(String.UnicodeScalarView(text.text.unicodeScalars.prefix(charactersMax)))
    }

    private static let charactersMax = 256
}
