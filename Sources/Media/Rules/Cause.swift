import MediaAPI

/// What a picture is claimed or used for, as named by the service that uses it.
///
/// 1 to 200 characters, none of them a control character.
struct Cause: Sendable {
    let text: String

    init(_ text: String) throws(MediaError) {
        guard (1...MediaLimits.causeCharactersMax).contains(text.count),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw .causeInvalid }
        self.text = text
    }
}
