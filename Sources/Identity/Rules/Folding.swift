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

    /// Whether the text cannot stand in one line: it holds control characters (Unicode's Cc), which
    /// nobody types and PostgreSQL partly refuses, or separators of lines or paragraphs (Zl, Zp).
    var breaksLine: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }
}
