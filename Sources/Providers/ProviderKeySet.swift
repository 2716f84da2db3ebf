import CryptoExtras
import FoundationEssentials
import Values

/// The public keys of a provider, by their ids (RFC 7517).
struct ProviderKeySet: Sendable {
    /// The maximum size of a set in bytes.
    static let bytesMax = 65_536
    /// The maximum number of keys; providers have 2 to 10.
    static let keysMax = 32
    /// The sizes of keys, in bits. Longer ones would only cost time.
    static let bits = 2_048...4_096

    private let keys: [[UInt8]: _RSA.Signing.PublicKey]

    var count: Int { keys.count }

    /// Reads a set, of which keys for other purposes and algorithms are left out.
    ///
    /// - Returns: `nil` if it is no set, has too many keys, two with one id, or none of use.
    init?(_ json: [UInt8]) {
        guard json.count <= Self.bytesMax, let items = JSON(json)?["keys"]?.items,
            items.count <= Self.keysMax
        else { return nil }
        var keys: [[UInt8]: _RSA.Signing.PublicKey] = [:]
        for item in items {
            guard let (id, key) = Self.key(item) else { continue }
            guard keys.updateValue(key, forKey: id) == nil else { return nil }
        }
        guard !keys.isEmpty else { return nil }
        self.keys = keys
    }

    func contains(_ id: [UInt8]) -> Bool { keys[id] != nil }

    /// Whether the key with a token's id signed it.
    func hasSigned(_ token: IdentityToken) -> Bool {
        keys[token.keyID]?.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: token.signature),
            for: token.signed,
            padding: .insecurePKCS1v1_5
        ) ?? false
    }

    static func isKeyID(_ id: [UInt8]) -> Bool {
        (1...128).contains(id.count)
    }

    private static func key(_ item: JSON) -> ([UInt8], _RSA.Signing.PublicKey)? {
        guard item["kty"] == "RSA", [nil, "sig"].contains(item["use"]),
            [nil, "RS256"].contains(item["alg"]),
            case .text(let id)? = item["kid"], isKeyID(id),
            let modulus = item["n"]?.text.flatMap({ Base64URL.decode($0) }),
            let exponent = item["e"]?.text.flatMap({ Base64URL.decode($0) }),
            modulus.count * 8 <= bits.upperBound, (1...4).contains(exponent.count),
            let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent),
            bits.contains(key.keySizeInBits)
        else { return nil }
        return (id, key)
    }
}
