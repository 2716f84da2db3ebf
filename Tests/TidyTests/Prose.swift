/// The English of documents and comments.
enum Prose {
    /// Phrases for which English has a noun, a number or a shorter word.
    private static let oddPhrases = [
        "who is not", "so many", "so much", "has its turn", "one's", "anew", "stands in",
        "of theirs", "by now", "somebody else", "whoever", "for who",
    ]

    /// The odd phrases in a text, and those of `more`, as whole words and across its lines.
    static func oddPhrases(in text: String, besides more: [String] = []) -> [String] {
        let words = text.lowercased()
            .split(whereSeparator: { !$0.isLetter && $0 != "'" && $0 != "’" })
            .joined(separator: " ")
            .replacing("’", with: "'")
        return (oddPhrases + more).filter { " \(words) ".contains(" \($0) ") }
    }
}
