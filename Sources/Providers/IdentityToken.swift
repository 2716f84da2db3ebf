import Values

/// A signed token of OpenID Connect as it was sent (RFC 7515), before anything of it is believed.
struct IdentityToken {
    /// The maximum length in bytes. Facebook's list of friends makes its tokens the longest.
    static let bytesMax = 16_384

    /// The id of the key that is said to have signed it.
    let keyID: [UInt8]
    let claims: JSON
    /// What the signature is of: both parts as they were sent, which so have a single form.
    let signed: [UInt8]
    let signature: [UInt8]

    /// Takes a token apart.
    ///
    /// The only algorithm is RS256, which all three providers use: so no key is ever tried with
    /// another one, and `none` and HMAC are no algorithms here. Keys and addresses of keys in the
    /// token are ignored, and extensions that must be understood are refused.
    ///
    /// - Returns: `nil` for what is no such token.
    init?(_ text: String) {
        guard text.utf8.count <= Self.bytesMax else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3,
            let header = Base64URL.decode(Substring(parts[0])).flatMap({ JSON($0) }),
            header["alg"] == "RS256", header["crit"] == nil,
            Self.isJWT(header["typ"]),
            case .text(let keyID)? = header["kid"], ProviderKeySet.isKeyID(keyID),
            let claims = Base64URL.decode(Substring(parts[1])).flatMap({ JSON($0) }),
            case .object = claims,
            let signature = Base64URL.decode(Substring(parts[2])), !signature.isEmpty
        else { return nil }
        self.keyID = keyID
        self.claims = claims
        self.signature = signature
        signed = Array(text.utf8.prefix(parts[0].count + 1 + parts[1].count))
    }

    /// A token of another type, such as an access token, is no identity token.
    private static func isJWT(_ type: JSON?) -> Bool {
        [nil, "JWT", "jwt"].contains(type)
    }
}
