import MediaAPI
import Wire

/// The purpose for which a picture is claimed or used, as named by the service that uses it. It has
/// no control characters.
struct Cause: Sendable {
    let text: String

    init(_ text: String) throws(MediaError) {
        guard ClaimMedia.causeLimit.allows(text),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw .causeInvalid }
        self.text = text
    }
}
