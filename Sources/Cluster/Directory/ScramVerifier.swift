import CLibCrypto
import Crypto
import FoundationEssentials

/// PostgreSQL's stored form of a password (RFC 5803, for SCRAM-SHA-256). The server checks a
/// password with it; the password cannot be derived from it, so it may appear in statements and
/// logs.
struct ScramVerifier {
    /// The form that `ALTER ROLE … PASSWORD` takes in place of the password.
    let text: String

    /// PostgreSQL's own default.
    private static let rounds = 4_096

    /// - Parameters:
    ///   - password: In ASCII, which needs no preparation (RFC 4013).
    ///   - salt: By default 16 random bytes.
    init(of password: String, salt: [UInt8] = (0..<16).map { _ in .random(in: .min ... .max) }) {
        // libcrypto's function is fast in a debug build too.
        var salted = [UInt8](repeating: 0, count: SHA256.byteCount)
        let isDerived = PKCS5_PBKDF2_HMAC(
            password,
            CInt(password.utf8.count),
            salt,
            CInt(salt.count),
            CInt(Self.rounds),
            EVP_sha256(),
            CInt(salted.count),
            &salted
        )
        precondition(isDerived == 1, "libcrypto derives no key")
        let key = SymmetricKey(data: salted)
        let client = HMAC<SHA256>.authenticationCode(for: Array("Client Key".utf8), using: key)
        let server = HMAC<SHA256>.authenticationCode(for: Array("Server Key".utf8), using: key)
        let stored = SHA256.hash(data: Array(client))
        func base64(_ bytes: some Sequence<UInt8>) -> String { Data(bytes).base64EncodedString() }
        text =
            "SCRAM-SHA-256$\(Self.rounds):\(base64(salt))$\(base64(stored)):\(base64(server))"
    }
}
