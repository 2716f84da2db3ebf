import Crypto
import FoundationEssentials
import Identifiers
import Values

/// A bearer token that identifies the user: a JWT (RFC 7519) signed with Ed25519 (RFC 8037).
///
/// The header is checked before anything is computed: one algorithm, one type, a key ID. Libraries
/// accept forged tokens if they take the algorithm from the token, or use another key when the
/// named one is unknown. This reader does neither.
struct AccessToken {
    /// The ID of the key that signed it.
    let keyID: String
    private let signed: Substring
    private let claims: [UInt8]
    private let signature: [UInt8]

    /// Reads the three parts; refuses any other form.
    init(_ text: BoundedText) throws(GatewayError) {
        let text = text.text
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { Substring($0) }
        guard
            parts.count == 3, let head = Base64URL.decode(parts[0]),
            let claims = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2]),
            let header = try? JSONDecoder().decode(Header.self, from: Data(head)),
            header.alg == "EdDSA", header.typ == "JWT", header.crit == nil
        else { throw .tokenInvalid }
        keyID = header.kid
        signed = text[..<parts[1].endIndex]
        self.claims = claims
        self.signature = signature
    }

    /// Returns the user, if the signature and every claim are valid.
    func viewer(key: Curve25519.Signing.PublicKey, now: Instant) throws(GatewayError) -> Viewer {
        guard
            key.isValidSignature(signature, for: Array(signed.utf8)),
            let claims = try? JSONDecoder().decode(Claims.self, from: Data(claims)),
            claims.iss == "gauntlet", claims.aud.names.contains("gauntlet"),
            let user = UserID(claims.sub), let session = SessionID(claims.sid),
            let expiresAt = claims.expiresAt
        else { throw .tokenInvalid }
        guard now < expiresAt else { throw .tokenExpired }
        return Viewer(
            user: user,
            session: session,
            isModerator: claims.mod ?? false,
            expiresAt: expiresAt
        )
    }

    private struct Header: Decodable {
        let alg: String
        let typ: String
        let kid: String
        let crit: [String]?
    }

    private struct Claims: Decodable {
        let iss: String
        let aud: Audience
        let sub: String
        let sid: String
        let mod: Bool?
        let iat: Double
        let exp: Double

        var expiresAt: Instant? {
            guard exp > 0, exp < 1e11 else { return nil }
            return Instant(microseconds: Int64(exp * 1_000_000))
        }
    }

    /// One name or a list of them (RFC 7519 §4.1.3).
    private struct Audience: Decodable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let name = try? container.decode(String.self) {
                names = [name]
            } else {
                names = try container.decode([String].self)
            }
        }
    }
}
