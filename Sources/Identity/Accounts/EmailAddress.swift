import IdentityAPI
import Values
import Wire

/// A plausible e-mail address: a local part, an `@`, and a domain of at least two labels.
///
/// Only delivered mail proves an address; the check catches typing errors.
struct EmailAddress: Equatable {
    /// The address as given, without surrounding white space.
    let text: String
    /// The form in which addresses are compared.
    let folded: String

    /// The maximum length in bytes (RFC 5321 §4.5.3.1.3, without the brackets).
    static let bytesMax = Register.emailLimit.characters.upperBound

    init(_ text: String) throws(IdentityError) {
        guard let trimmed = BoundedText(trimming: text, atMost: Self.bytesMax) else {
            throw .emailInvalid
        }
        let parts = trimmed.text.split(separator: "@", omittingEmptySubsequences: false)
        guard
            parts.count == 2, Self.isLocalPart(parts[0]), Self.isDomain(parts[1]),
            trimmed.text.isOneLine
        else { throw .emailInvalid }
        self.text = trimmed.text
        folded = trimmed.folded
    }

    private static func isLocalPart(_ part: Substring) -> Bool {
        (1...64).contains(part.utf8.count)
            && !part.hasPrefix(".") && !part.hasSuffix(".") && !part.contains("..")
            && part.unicodeScalars.allSatisfy { scalar in
                !scalar.properties.isWhitespace && !"()<>[]:;,\\\"".unicodeScalars.contains(scalar)
                    && scalar.properties.generalCategory != .control
            }
    }

    private static func isDomain(_ domain: Substring) -> Bool {
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count)
                    && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
            }
    }
}
