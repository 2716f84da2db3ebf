import Crypto
import FoundationEssentials
import Values

/// An Ed25519 key that signs access tokens; its private half is encrypted where it is kept.
struct SigningKey: Equatable {
    /// What tokens call it: the beginning of its public half's digest.
    let id: String
    /// 32 bytes.
    let publicKey: [UInt8]
    /// The private half under one of the cluster's secrets (ChaCha20-Poly1305), bound to the id.
    let sealedPrivateKey: [UInt8]
    /// Until when it signs.
    let signsUntil: Instant
    /// When the last token that it signed has expired.
    let expiresAt: Instant

    /// How long a key signs.
    static let signingTime = Duration.days(30)
}

extension SigningKey {
    /// Makes a key.
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

    /// The private half; `nil` when none of the secrets opens it.
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
