import MediaAPI
import Wire

/// What a picture is claimed or used for, as named by the service that uses it. It holds no control
/// character.
struct Cause: Sendable {
    let text: String

    init(_ text: String) throws(MediaError) {
        guard ClaimMedia.causeLimit.allows(text),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw .causeInvalid }
        self.text = text
    }
}
