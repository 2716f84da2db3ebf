package import ChallengesAPI
import Search
import Wire

/// The words of a search. A text matches if each of them is the beginning of one of its words
/// (2.8-search).
package struct SearchWords: Hashable, Sendable {
    /// The folded words as a `tsquery`, such as `'push':* & 'up':*`.
    package let folded: String
    /// The words as input of `to_tsquery`, for rows whose folded words are still to be stored. Each
    /// word is quoted and contains no quote or backslash.
    package let query: String

    /// - Throws: `queryInvalid` if the text is empty or too long. A text of punctuation alone has
    ///   no words.
    package init(_ text: String) throws(ChallengesError) {
        guard ListDefinitions.queryLimit.allows(text) else { throw .queryInvalid }
        folded = FoldedText(text).query
        query = text.unicodeScalars.split(whereSeparator: \.separatesWords)
            .filter { $0.contains(where: \.isLetterOrDigit) }
            .map { "'\(String($0))':*" }.joined(separator: " & ")
    }

    /// Whether there are no words: such a search finds nothing.
    package var isEmpty: Bool { folded.isEmpty }

    /// The folded words of texts, to be stored beside them.
    package static func stored(in texts: String...) -> [String] {
        FoldedText(texts.joined(separator: " ")).words
    }
}

extension Unicode.Scalar {
    /// Whether it separates words: white space, and all ASCII characters except letters and digits,
    /// as in the searched column.
    fileprivate var separatesWords: Bool {
        isASCII ? !isLetterOrDigit : properties.isWhitespace
    }

    fileprivate var isLetterOrDigit: Bool {
        properties.isAlphabetic || properties.numericType != nil
    }
}
