import ChallengesAPI
import Values

/// The name of a challenge: one line of 1 to 80 characters, not all blank (2.14-limits).
struct ChallengeName: Hashable, Sendable {
    let text: String

    init(_ text: String) throws(ChallengesError) {
        guard text.fits(1...DareRules.nameMax), text.isOneLine, !text.isBlank else {
            throw .nameInvalid
        }
        self.text = text
    }
}

/// The reason for a move: 1 to 500 characters, not all blank (2.14-limits).
struct Reason: Hashable, Sendable {
    let text: String

    init(_ text: String) throws(ChallengesError) {
        guard text.fits(1...DareRules.reasonMax), !text.isBlank else { throw .reasonInvalid }
        self.text = text
    }
}

/// A description or a note: 0 to 2,000 characters (2.14-limits).
struct Prose: Hashable, Sendable {
    let text: String

    /// Refuses with the given error.
    init(_ text: String, orThrow error: ChallengesError) throws(ChallengesError) {
        guard text.fits(0...DareRules.proseMax) else { throw error }
        self.text = text
    }
}

extension String {
    /// Whether its length is in the range and PostgreSQL can store it.
    ///
    /// Characters are Unicode scalars, as `char_length` counts them: one Swift `Character` may hold
    /// any number of them, and so any number of bytes.
    fileprivate func fits(_ counts: ClosedRange<Int>) -> Bool {
        utf8.count <= 4 * counts.upperBound
            && counts.contains(unicodeScalars.count) && !unicodeScalars.contains("\0")
    }

    /// Whether no character is visible.
    fileprivate var isBlank: Bool {
        unicodeScalars.allSatisfy { scalar in
            scalar.properties.isWhitespace
                || scalar.properties.isDefaultIgnorableCodePoint
                || scalar.properties.generalCategory == .control
        }
    }
}
