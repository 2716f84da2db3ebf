package import ChallengesAPI
import Wire

/// The words of a search, each of which a found text has, or a word that begins with it
/// (2.8-search).
package struct SearchWords: Hashable, Sendable {
    /// The words as `to_tsquery` reads them: `'push':* & 'up':*`. A word is quoted, and has no
    /// character that ends the quotes.
    package let query: String

    /// - Throws: `queryInvalid` if the text is empty or too long. One of marks alone has no words.
    package init(_ text: String) throws(ChallengesError) {
        guard ListDefinitions.queryLimit.allows(text) else { throw .queryInvalid }
        query = text.unicodeScalars.split(whereSeparator: \.separatesWords)
            .filter { $0.contains(where: \.isLetterOrDigit) }
            .map { "'\(String($0))':*" }.joined(separator: " & ")
    }

    /// Whether there are none: such a search finds nothing.
    package var isEmpty: Bool { query.isEmpty }
}

extension Unicode.Scalar {
    /// Whether it stands between words: white space, and of ASCII whatever is neither a letter nor
    /// a digit, as in the column that is searched.
    fileprivate var separatesWords: Bool {
        isASCII ? !isLetterOrDigit : properties.isWhitespace
    }

    fileprivate var isLetterOrDigit: Bool {
        properties.isAlphabetic || properties.numericType != nil
    }
}
