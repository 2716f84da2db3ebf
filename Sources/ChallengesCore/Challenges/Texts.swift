package import ChallengesAPI
import Values
package import Wire

/// The name of a challenge: one line, not all blank (2.14-limits).
package struct ChallengeName: Hashable, Sendable {
    package let text: String

    package init(_ text: String) throws(ChallengesError) {
        guard CreateChallenge.nameLimit.stores(text), text.isOneLine, !text.isBlank else {
            throw .nameInvalid
        }
        self.text = text
    }
}

/// The caption of a definition: one line, which may be empty (2.14-limits).
struct Caption: Hashable, Sendable {
    let text: String

    init(_ text: String) throws(ChallengesError) {
        guard CreateDefinition.captionLimit.stores(text), text.isOneLine else {
            throw .captionInvalid
        }
        self.text = text
    }
}

/// The name of a unit: one line, not all blank (2.14-limits).
package struct UnitName: Hashable, Sendable {
    let text: String

    package init(_ text: String) throws(ChallengesError) {
        guard PutUnit.unitLimit.stores(text), text.isOneLine, !text.isBlank else {
            throw .unitInvalid
        }
        self.text = text
    }
}

/// The reason for a move: not all blank (2.14-limits).
package struct Reason: Hashable, Sendable {
    package let text: String

    package init(_ text: String) throws(ChallengesError) {
        guard Assignment.reasonLimit.stores(text), !text.isBlank else { throw .reasonInvalid }
        self.text = text
    }
}

/// A description or a note, with any number of lines (2.14-limits).
package struct Prose: Hashable, Sendable {
    package let text: String

    /// Throws the given error if the text is too long or cannot be stored.
    package init(
        _ text: String,
        _ limit: TextLimit,
        orThrow error: ChallengesError
    ) throws(ChallengesError) {
        guard limit.stores(text) else { throw error }
        self.text = text
    }
}

extension TextLimit {
    /// Whether the text is within the limit and PostgreSQL can store it.
    package func stores(_ text: String) -> Bool {
        allows(text) && !text.unicodeScalars.contains("\0")
    }
}

extension String {
    /// Whether no character is visible.
    package var isBlank: Bool {
        unicodeScalars.allSatisfy { scalar in
            scalar.properties.isWhitespace
                || scalar.properties.isDefaultIgnorableCodePoint
                || scalar.properties.generalCategory == .control
        }
    }
}
