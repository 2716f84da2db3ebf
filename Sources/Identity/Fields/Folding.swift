import Foundation
import Values

extension BoundedText {
    /// The same text with letters and their accents as one character each (Unicode's form NFC).
    var composed: String {
        handedOver.precomposedStringWithCanonicalMapping
    }

    /// The form in which names and addresses are compared: composed, and in lower case.
    var folded: String {
        composed.lowercased()
    }
}
