import Crypto
import FoundationEssentials
import Values

/// An Ed25519 key that signs access tokens. Its private half is stored encrypted.
struct SigningKey: Equatable {
    /// The key's id in tokens: the beginning of its public half's digest.
    let id: String
    /// 32 bytes.
    let publicKey: [UInt8]
    /// The private half, encrypted with one of the cluster's secrets (ChaCha20-Poly1305) and bound
    /// to the id.
    let sealedPrivateKey: [UInt8]
    /// When the key stops signing.
    let signsUntil: Instant
    /// When the last token that it signed has expired.
    let expiresAt: Instant

    /// How long a key signs: 30 days.
    static let signingTime = Duration.days(30)
}

extension SigningKey {
    /// Generates a key.
    init(sealedWith secret: SymmetricKey, at now: Instant) throws {
        let key = Curve25519.Signing.PrivateKey()
        publicKey = Array(key.publicKey.rawRepresentation)
        id = Base64URL.encode(SHA256.hash(data: publicKey).prefix(12))
        sealedPrivateKey = Array(
            try ChaChaPoly.seal(
                key.rawRepresentation,
                using: secret,
                authenticating: Data(id.utf8)
            ).combined
        )
        signsUntil = now + Self.signingTime
        expiresAt = signsUntil + AccessClaims.lifetime
    }

    /// Decrypts the private half. Returns `nil` if none of the secrets decrypts it.
    func privateKey(openedWith secrets: [SymmetricKey]) -> Curve25519.Signing.PrivateKey? {
        for secret in secrets {
            guard
                let box = try? ChaChaPoly.SealedBox(combined: sealedPrivateKey),
                let bytes = try? ChaChaPoly.open(box, using: secret, authenticating: Data(id.utf8)),
                let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes)
            else { continue }
            return key
        }
        return nil
    }
}
