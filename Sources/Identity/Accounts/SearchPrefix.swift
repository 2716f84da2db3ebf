import IdentityAPI
import Values
import Wire

/// The beginning of a name to search for.
///
/// It is a range of texts from `lower` up to but excluding `upper`, not a pattern: a range can
/// always use an index, and has no special characters.
struct SearchPrefix: Equatable {
    let lower: String

    /// Sorts after every name that begins with the prefix, since no name contains U+10FFFF.
    var upper: String { lower + "\u{10FFFF}" }

    /// Whether it is worth looking for similar names: it has three characters, as much as names are
    /// compared by. The names near a shorter one are those that begin with it.
    var hasSimilarNames: Bool { lower.unicodeScalars.count >= 3 }

    init(_ text: String) throws(IdentityError) {
        guard
            let trimmed = BoundedText(trimming: text, atMost: SearchPeople.queryLimit.bytesMax),
            SearchPeople.queryLimit.allows(trimmed.text), text.isOneLine
        else { throw .queryInvalid }
        lower = trimmed.folded
    }
}
