import Crypto
import IdentityAPI
import Values

/// A token that renews a session: 32 random bytes. Only its SHA-256 digest is stored.
struct RefreshToken: Equatable {
    let bytes: [UInt8]
    /// The digest that is stored.
    let digest: [UInt8]

    /// Generates a token.
    init() {
        self.init(unsafe SymmetricKey(size: .bits256).withUnsafeBytes { unsafe Array($0) })
    }

    /// Parses the 43 characters that a client received.
    init?(_ text: String) {
        guard text.utf8.count == SignedIn.refreshTokenLength, let bytes = Base64URL.decode(text)
        else { return nil }
        self.init(bytes)
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        digest = Array(SHA256.hash(data: bytes))
    }

    /// The text that the client receives.
    var text: String { Base64URL.encode(bytes) }
}
