import Crypto
import Values

/// A token that renews a session: 32 random bytes, of which only the SHA-256 is stored.
struct RefreshToken: Equatable {
    let bytes: [UInt8]

    /// Generates a token.
    init() {
        bytes = unsafe SymmetricKey(size: .bits256).withUnsafeBytes { unsafe Array($0) }
    }

    /// Parses the 43 characters that a client was given.
    init?(_ text: String) {
        guard text.utf8.count == 43, let bytes = Base64URL.decode(text) else { return nil }
        self.bytes = bytes
    }

    /// The text that the client is given.
    var text: String { Base64URL.encode(bytes) }

    /// The digest that is stored.
    var digest: [UInt8] { Array(SHA256.hash(data: bytes)) }
}
