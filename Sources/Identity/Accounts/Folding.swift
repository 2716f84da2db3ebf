import Foundation
import Values

extension BoundedText {
    /// The text in Unicode's composed form (NFC): letters and their accents as one character each.
    var composed: String {
        handedOver.precomposedStringWithCanonicalMapping
    }

    /// The form in which names and e-mail addresses are compared: composed, and in lower case.
    var folded: String {
        composed.lowercased()
    }

    /// The folded text with letters and their accents as characters of their own (NFD): its ASCII
    /// letters are what a reader without those accents would type.
    var spelledOut: String {
        handedOver.decomposedStringWithCanonicalMapping.lowercased()
    }
}
