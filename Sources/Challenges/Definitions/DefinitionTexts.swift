import ChallengesAPI
import Values
import Wire

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

/// What is counted: one line, not all blank (2.14-limits).
struct UnitName: Hashable, Sendable {
    let text: String

    init(_ text: String) throws(ChallengesError) {
        guard PutUnit.unitLimit.stores(text), text.isOneLine, !text.isBlank else {
            throw .unitInvalid
        }
        self.text = text
    }
}
