import IdentityAPI
import Search
import Values
import Wire

/// The beginning of a name to search for.
struct SearchPrefix: Equatable {
    /// The beginning of the names as they are searched (2.8-search).
    let folded: Beginning
    /// The beginning of names in lower case, for accounts whose searched names are still to be
    /// stored.
    let unfolded: Beginning
    /// The search for names that contain the text anywhere, if it is in scripts that are written
    /// without spaces.
    let pairs: String?

    /// Whether nothing can be found: a text of accents alone begins no name.
    var isEmpty: Bool { folded.lower.isEmpty }

    /// Whether it is worth looking for similar names: it has three characters, as much as names are
    /// compared by. The names near a shorter one are those that begin with it.
    var hasSimilarNames: Bool { folded.lower.unicodeScalars.count >= 3 }

    init(_ text: String) throws(IdentityError) {
        guard
            let trimmed = BoundedText(trimming: text, atMost: SearchPeople.queryLimit.bytesMax),
            SearchPeople.queryLimit.allows(trimmed.text), text.isOneLine
        else { throw .queryInvalid }
        let words = FoldedText(trimmed.text)
        folded = Beginning(lower: SearchedNames.cut(words))
        unfolded = Beginning(lower: trimmed.folded)
        pairs = words.isUnspaced ? words.query : nil
    }

    /// A range of texts from `lower` up to but excluding `upper`. It is not a pattern: a range can
    /// always use an index, and has no special characters.
    struct Beginning: Equatable {
        let lower: String

        /// Sorts after every name that begins with `lower`, since no name contains U+10FFFF.
        var upper: String { lower + "\u{10FFFF}" }
    }
}
