import IdentityAPI

/// A valid username: 3 to 30 characters of `a-z 0-9 _ .` (2.14-username).
///
/// It contains no `@`, so it is never mistaken for an e-mail address.
struct Username: Equatable {
    /// Folded to lower case.
    let text: String

    init(_ text: String) throws(IdentityError) {
        guard (3...30).contains(text.utf8.count) else { throw .usernameInvalid }
        var folded: [UInt8] = []
        for byte in text.utf8 {
            guard let byte = Self.folded(byte) else { throw .usernameInvalid }
            folded.append(byte)
        }
        self.text = String(decoding: folded, as: UTF8.self)
    }

    /// Folds only ASCII: other alphabets have letters that fold to these (U+212A to k).
    private static func folded(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "."):
            byte
        default: nil
        }
    }
}
