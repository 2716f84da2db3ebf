import Foundation

extension String {
    /// The same text with letters and their accents as one character each (Unicode's form NFC).
    var composed: String {
        precomposedStringWithCanonicalMapping
    }

    /// The form in which names and addresses are compared: composed, and in lower case.
    var folded: String {
        composed.lowercased()
    }

    /// The text without white space around it.
    var trimmed: String {
        trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
