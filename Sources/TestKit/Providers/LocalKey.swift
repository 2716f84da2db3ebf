import CryptoExtras
import FoundationEssentials
import Values

/// A key with which a local provider signs.
public struct LocalKey: Sendable {
    public let id: String
    private let key: _RSA.Signing.PrivateKey

    /// One of four keys, under an id; making one takes long.
    public init(_ number: Int, id: String) {
        (self.id, key) = (id, Self.keys[number % Self.keys.count])
    }

    /// Signs with RS256.
    public func sign(_ text: String) throws -> [UInt8] {
        let signature = try key.signature(
            for: Array(text.utf8),
            padding: .insecurePKCS1v1_5
        )
        return Array(signature.rawRepresentation)
    }

    /// The public key, as providers publish it.
    public func published() throws -> String {
        let parts = try key.publicKey.getKeyPrimitives()
        return """
            {"kty":"RSA","kid":"\(id)","use":"sig","alg":"RS256",\
            "n":"\(Base64URL.encode(parts.modulus))",\
            "e":"\(Base64URL.encode(parts.publicExponent))"}
            """
    }

    /// The public key as a file has it: what an attacker may take for a secret of HMAC.
    public var pem: String { key.publicKey.pemRepresentation }

    private static let keys: [_RSA.Signing.PrivateKey] = (0..<4).map { _ in
        do {
            return try _RSA.Signing.PrivateKey(keySize: .bits2048)
        } catch {
            preconditionFailure("no key: \(error)")
        }
    }
}
