import IdentityAPI
import Values

/// The beginning of a name that somebody looks for: 1 to 80 characters.
///
/// As a range of texts, `lower` included and `upper` not, and not as a pattern: a range uses an
/// index whatever is looked for, and no character in it has a meaning of its own.
struct SearchPrefix: Equatable {
    let lower: String

    /// U+10FFFF is the last text that begins with the prefix, since no name holds it.
    var upper: String { lower + "\u{10FFFF}" }

    init(_ text: String) throws(IdentityError) {
        guard
            let trimmed = BoundedText(trimming: text, atMost: PersonName.bytesMax),
            (1...80).contains(trimmed.text.unicodeScalars.count), text.isOneLine
        else { throw .queryInvalid }
        lower = trimmed.folded
    }
}
