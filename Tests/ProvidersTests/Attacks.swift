import Crypto
import TestKit
import Values

/// A token that lets nobody in, and the nonce that comes with it.
struct Attack: Sendable {
    let name: String
    let make: @Sendable (LocalProvider) throws -> (token: String, nonce: String?)

    init(
        _ name: String,
        _ make: @escaping @Sendable (LocalProvider) throws -> (token: String, nonce: String?)
    ) {
        (self.name, self.make) = (name, make)
    }

    /// A token whose only fault is a change, signed with the provider's own key.
    static func changed(
        _ name: String,
        nonce: String? = "nonce",
        _ change: @escaping @Sendable (inout LocalToken, LocalProvider) -> Void
    ) -> Attack {
        Attack(name) { local in
            var token = local.token("victim", nonce: "nonce")
            change(&token, local)
            return (try token.signed(with: local.key), nonce)
        }
    }

    /// A claim with another value (JSON), or without one.
    static func claim(_ name: String, _ json: String?) -> Attack {
        .changed("\(name) \(json ?? "missing")") { token, _ in token.claims[name] = json }
    }

    /// A member of the header with another value (JSON), or without one.
    static func header(_ name: String, _ json: String?) -> Attack {
        .changed("header \(name) \(json?.prefix(40) ?? "missing")") { token, _ in
            token.header[name] = json
        }
    }

    /// A claim at a time, in seconds from now.
    static func time(_ name: String, _ offset: Int64) -> Attack {
        .changed("\(name) \(offset) s from now") { token, _ in
            token.claims[name] = "\(token.seconds + offset)"
        }
    }

    /// Whole parts, signed with the provider's own key.
    static func parts(
        _ name: String,
        header: (@Sendable (LocalToken) -> String)? = nil,
        claims: (@Sendable (LocalToken) -> String)? = nil
    ) -> Attack {
        Attack(name) { local in
            let token = local.token("victim", nonce: "nonce")
            let honest = token.content.split(separator: ".")
            let content = [
                header.map { LocalToken.part($0(token)) } ?? String(honest[0]),
                claims.map { LocalToken.part($0(token)) } ?? String(honest[1]),
            ].joined(separator: ".")
            return (try "\(content).\(Base64URL.encode(local.key.sign(content)))", "nonce")
        }
    }

    /// A good token, bent as a text.
    static func bent(
        _ name: String,
        _ bend: @escaping @Sendable (String) -> String
    ) -> Attack {
        Attack(name) { local in (bend(try local.signed("victim", nonce: "nonce")), "nonce") }
    }
}

extension LocalToken {
    /// When it was issued.
    var seconds: Int64 { claims["iat"].flatMap { Int64($0) } ?? 0 }
}

let attacks: [Attack] =
    algorithms + keys + times + audiences + nonces + subjects + shapes + sizes

private func signature(_ content: String, hmac secret: String) -> String {
    let code = HMAC<SHA256>.authenticationCode(
        for: Array(content.utf8),
        using: SymmetricKey(data: Array(secret.utf8))
    )
    return "\(content).\(Base64URL.encode(code))"
}

private let algorithms: [Attack] =
    ["none", "None", "NONE", "", "HS256", "RS384", "RS512", "PS256", "ES256", "EdDSA", "rs256"]
    .map { .header("alg", "\"\($0)\"") }
    + [
        .header("alg", nil), .header("alg", "null"), .header("alg", "[\"RS256\"]"),
        Attack("alg none without a signature") { local in
            var token = local.token("victim", nonce: "nonce")
            token.header["alg"] = "\"none\""
            return ("\(token.content).", "nonce")
        },
        Attack("RS256 without a signature") { local in
            ("\(local.token("victim", nonce: "nonce").content).", "nonce")
        },
        Attack("HMAC with the public key's file") { local in
            var token = local.token("victim", nonce: "nonce")
            token.header["alg"] = "\"HS256\""
            return (signature(token.content, hmac: local.key.pem), "nonce")
        },
        Attack("HMAC with the published key, called RS256") { local in
            let content = local.token("victim", nonce: "nonce").content
            return (signature(content, hmac: try local.key.published()), "nonce")
        },
    ]

private let keys: [Attack] = [
    Attack("another key under the right id") { local in
        let key = LocalKey(3, id: local.key.id)
        return (try local.token("victim", nonce: "nonce").signed(with: key), "nonce")
    },
    Attack("another key that the header brings along") { local in
        let key = LocalKey(3, id: "mine")
        var token = local.token("victim", nonce: "nonce")
        token.header["kid"] = "\"mine\""
        token.header["jwk"] = try key.published()
        token.header["jku"] = "\"https://evil.example/keys\""
        return (try token.signed(with: key), "nonce")
    },
    .header("kid", "\"unknown\""), .header("kid", nil), .header("kid", "\"\""),
    .header("kid", "7"), .header("kid", "\"../../dev/null\""),
    .header("kid", "\"\(String(repeating: "k", count: 129))\""),
    .header("crit", "[\"exp\"]"), .header("crit", "[]"),
    .header("typ", "\"at+jwt\""), .header("typ", "null"),
]

private let times: [Attack] = [
    // The tolerance is 60 seconds, and both of its ends are tested.
    .time("exp", -60), .time("exp", -100_000), .time("iat", 61), .time("nbf", 61),
    .time("nbf", 1_000_000), .claim("exp", nil), .claim("iat", nil),
    .claim("exp", "\"9999999999\""),
    .claim("exp", "1e300"), .claim("exp", "null"), .claim("nbf", "\"\""), .claim("nbf", "null"),
]

private let audiences: [Attack] = [
    .claim("aud", "\"com.example.other\""), .claim("aud", "\"COM.EXAMPLE.GAUNTLET\""),
    .claim("aud", "\"com.example.gauntlet \""), .claim("aud", "\"\""), .claim("aud", nil),
    .claim("aud", "null"), .claim("aud", "7"), .claim("aud", "[]"), .claim("aud", "{}"),
    .claim("aud", "[\"com.example.gauntlet\",\"com.example.other\"]"),
    .claim("aud", "[[\"com.example.gauntlet\"]]"),
    .changed("nine audiences") { token, local in
        let all = Array(repeating: "\"\(local.client)\"", count: 9)
        token.claims["aud"] = "[\(all.joined(separator: ","))]"
    },
    .claim("azp", "\"com.example.other\""), .claim("azp", "null"), .claim("azp", "\"\""),
    .claim("azp", "[\"com.example.gauntlet\"]"),
    .claim("iss", "\"https://evil.example\""), .claim("iss", nil), .claim("iss", "\"\""),
    .claim("iss", "\"https://facebook.com\""), .claim("iss", "\"https://appleid.apple.com/\""),
    .claim("iss", "\"https://accounts.google.com.evil.example\""),
    .claim("iss", "[\"https://appleid.apple.com\",\"accounts.google.com\"]"),
    .changed("the next provider's issuer") { token, local in
        token.claims["iss"] =
            switch local.kind {
            case .facebook: "\"https://appleid.apple.com\""
            case .apple: "\"https://accounts.google.com\""
            case .google: "\"https://www.facebook.com\""
            }
    },
]

private let nonces: [Attack] = [
    .changed("another nonce", nonce: "nonc3") { _, _ in },
    .changed("the beginning of the nonce", nonce: "nonc") { _, _ in },
    .changed("no nonce for a token with one", nonce: nil) { _, _ in },
    .changed("an empty nonce", nonce: "") { token, _ in token.claims["nonce"] = "\"\"" },
    .changed("the digest of the nonce that was claimed", nonce: hashed("nonce")) { _, _ in },
    .changed("the digest in capitals") { token, _ in
        token.claims["nonce"] = "\"\(hashed("nonce").uppercased())\""
    },
    .changed("a nonce of 513 bytes", nonce: String(repeating: "n", count: 513)) { token, _ in
        token.claims["nonce"] = "\"\(String(repeating: "n", count: 513))\""
    },
    .claim("nonce", nil), .claim("nonce", "null"), .claim("nonce", "7"),
    .claim("nonce", "[\"nonce\"]"),
]

private let subjects: [Attack] =
    [
        nil, "\"\"", "7", "null", "\"a b\"", "\"a\\n\"", "\"é\"",
        "\"\(String(repeating: "s", count: 256))\"",
    ]
    .map { .claim("sub", $0) }

private let shapes: [Attack] = [
    .parts(
        "two subjects",
        claims: { token in
            "{\"sub\":\"ana\",\(LocalAttackText.members(token.claims))}"
        }
    ),
    .parts(
        "two audiences, one escaped",
        claims: { token in
            "{\"\\u0061ud\":\"x\",\(LocalAttackText.members(token.claims))}"
        }
    ),
    .parts(
        "two algorithms",
        header: { token in "{\"alg\":\"none\",\(LocalAttackText.members(token.header))}" }
    ),
    .parts("a list of claims", claims: { "[{\(LocalAttackText.members($0.claims))}]" }),
    .parts("claims and more", claims: { "{\(LocalAttackText.members($0.claims))} {}" }),
    .parts("claims with a comment", claims: { "{/**/\(LocalAttackText.members($0.claims))}" }),
    .parts("claims with a last comma", claims: { "{\(LocalAttackText.members($0.claims)),}" }),
    .parts("no claims", claims: { _ in "" }),
    .parts("null claims", claims: { _ in "null" }),
    .parts(
        "claims too deep",
        claims: { token in
            let deep = String(repeating: "[", count: 9) + String(repeating: "]", count: 9)
            return "{\"x\":\(deep),\(LocalAttackText.members(token.claims))}"
        }
    ),
    .parts("no header", header: { _ in "" }),
    .bent("another's claims under a good signature") { token in
        let parts = token.split(separator: ".")
        let claims = Base64URL.decode(parts[1]) ?? []
        let other = String(decoding: claims, as: UTF8.self)
            .split(separator: "\"victim\"").joined(separator: "\"ana\"")
        return "\(parts[0]).\(LocalToken.part(other)).\(parts[2])"
    },
    .bent("a padded part") { "\($0)=" }, .bent("a space at the end") { "\($0) " },
    .bent("a line's end") { "\($0)\n" }, .bent("four parts") { "\($0).e30" },
    .bent("two parts") { $0.split(separator: ".").dropLast().joined(separator: ".") },
    .bent("five parts") { "\($0).e30.e30" }, .bent("a signature cut short") { "\($0.dropLast(4))" },
    .bent("a signature with more bytes") { "\($0)AAAA" },
    .bent("a signature of zeros") { token in
        token.split(separator: ".").dropLast().joined(separator: ".") + "."
            + Base64URL.encode([UInt8](repeating: 0, count: 256))
    },
    .bent("unused bits of the signature") { token in
        // 256 bytes leave four bits of their last letter unused.
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        let last = letters.firstIndex { $0 == token.last } ?? letters.startIndex
        return token.dropLast() + String(letters[letters.index(after: last)])
    },
    .bent("nothing") { _ in "" }, .bent("two points") { _ in ".." },
    .bent("an access token") { _ in "EAAJ5ZCexample" },
]

private let sizes: [Attack] = [
    .changed("one byte too long") { token, _ in token.fill(to: 16_385) },
    .changed("a megabyte, well signed") { token, _ in token.fill(to: 1 << 20) },
    .bent("a megabyte") { _ in String(repeating: "a", count: 1 << 20) },
    .bent("a megabyte of points") { _ in String(repeating: ".", count: 1 << 20) },
]

/// The SHA-256 digest of a text, as apps send it.
func hashed(_ text: String) -> String {
    SHA256.hash(data: Array(text.utf8)).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
}

enum LocalAttackText {
    /// Members of an object, without its braces.
    static func members(_ members: [String: String]) -> String {
        members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    }
}

extension LocalToken {
    /// Adds a claim, with which the signed token has at least that length, and at most two bytes
    /// more.
    mutating func fill(to length: Int) {
        claims["filler"] = "\"\""
        // The signature and its point take 343 characters; 3 bytes make 4.
        var count = max(0, (length - 343 - content.utf8.count) * 3 / 4 - 3)
        repeat {
            claims["filler"] = "\"\(String(repeating: "f", count: count))\""
            count += 1
        } while content.utf8.count + 343 < length
    }
}
