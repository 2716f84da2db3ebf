import Foundation

/// A text in the form that searches compare (2.8-search): the same for all spellings of a word that
/// readers take for one, whatever the database's locale.
///
/// The form is the text in NFKD, with full case folding and in NFC, without the accents of Latin,
/// Greek and Cyrillic letters, and with ASCII for `ø ł đ æ œ`. Characters that are never seen
/// are left out. Marks beyond U+036F stay: in Thai, Hindi or kana they are letters. Folding a
/// folded text changes nothing.
public struct FoldedText: Hashable, Sendable {
    public let text: String

    /// Folds the first `charactersMax` characters of a text. One character may become 18.
    public init(_ text: String) {
        let bounded = text.unicodeScalars.prefix(Self.charactersMax)
        var scalars = String.UnicodeScalarView()
        for scalar in String(bounded).decomposedStringWithCompatibilityMapping.unicodeScalars {
            scalars.append(folding: scalar)
        }
        self.text = String(scalars).precomposedStringWithCanonicalMapping
    }

    /// More than all texts of a contest, a definition or a preset have.
    public static let charactersMax = 10_000
}

extension String.UnicodeScalarView {
    fileprivate mutating func append(folding scalar: Unicode.Scalar) {
        switch scalar {
        case "A"..."Z": append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
        case "\0"..."\u{7F}": append(scalar)
        case "\u{300}"..."\u{36F}": break
        case _ where scalar.properties.isDefaultIgnorableCodePoint: break
        case _ where !scalar.properties.changesWhenCaseMapped: append(scalar)
        default: append(foldingCaseOf: scalar)
        }
    }

    /// Appends the lowercase of the uppercase: `ss` for `ß`, `σ` for `ς`, `i` for `ı`. The
    /// first step is for `ẞ`, whose only mapping is `ß`.
    private mutating func append(foldingCaseOf scalar: Unicode.Scalar) {
        for lower in scalar.properties.lowercaseMapping.unicodeScalars {
            for upper in lower.properties.uppercaseMapping.unicodeScalars {
                for folded in upper.properties.lowercaseMapping.unicodeScalars {
                    append(spelling: folded)
                }
            }
        }
    }

    /// Appends a letter that has no decomposition as readers without it type it.
    private mutating func append(spelling scalar: Unicode.Scalar) {
        switch scalar {
        case "ø": append("o")
        case "ł": append("l")
        case "đ": append("d")
        case "æ": append(contentsOf: "ae".unicodeScalars)
        case "œ": append(contentsOf: "oe".unicodeScalars)
        default: append(scalar)
        }
    }
}
