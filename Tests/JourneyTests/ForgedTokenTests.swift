import Crypto
import HTTPTypes
import HummingbirdTesting
import TestBasics
import TestKit
import Testing
import Values

@testable import Gateway

/// Tokens of attackers, sent to two gateways before two identityd at once (2.8-logins).
struct ForgedTokenTests {
    /// A token of an attacker, and the nonce that is sent with it.
    struct Forgery: Sendable {
        let name: String
        let make: @Sendable (LocalProvider, Int64) throws -> (token: String, nonce: String?)

        init(
            _ name: String,
            _ make:
                @escaping @Sendable (LocalProvider, Int64) throws -> (token: String, nonce: String?)
        ) {
            (self.name, self.make) = (name, make)
        }

        /// An honest token with one change, signed with the provider's key or another one.
        static func changed(
            _ name: String,
            key: LocalKey? = nil,
            nonce: String = "nonce",
            _ change: @escaping @Sendable (inout LocalToken, Int64) -> Void = { _, _ in }
        ) -> Forgery {
            Forgery(name) { local, now in
                var token = local.token("victim", nonce: "nonce")
                change(&token, now)
                return (try token.signed(with: key ?? local.key), nonce)
            }
        }
    }

    /// A row of the table: an attack at one gateway, and what became of it.
    struct Row: CustomStringConvertible {
        let attack: String
        let gateway: Int
        let answer: Phone.Answer
        let time: Duration

        var description: String {
            let milliseconds = time / .milliseconds(1)
            return "\(attack) at gateway \(gateway): \(answer.status) \(answer.code ?? "–") "
                + "after \(Int(milliseconds)) ms"
        }

        /// The refusal without what differs from one request to the next.
        var shape: String {
            let values = ["code", "type", "title", "detail"].map { answer[$0]?.text ?? "–" }
            return (values + (answer.json?.keys ?? []).sorted()).joined(separator: " | ")
        }
    }

    private static let forgeries: [Forgery] = [
        Forgery("alg none") { local, _ in
            var token = local.token("victim", nonce: "nonce")
            token.header["alg"] = "\"none\""
            return ("\(token.content).", "nonce")
        },
        Forgery("HMAC with the public key") { local, _ in
            var token = local.token("victim", nonce: "nonce")
            token.header["alg"] = "\"HS256\""
            let code = HMAC<SHA256>.authenticationCode(
                for: Array(token.content.utf8),
                using: SymmetricKey(data: Array(local.key.pem.utf8))
            )
            return ("\(token.content).\(Base64URL.encode(code))", "nonce")
        },
        Forgery("wrong key") { local, _ in
            let key = LocalKey(3, id: local.key.id)
            return (try local.token("victim", nonce: "nonce").signed(with: key), "nonce")
        },
        .changed("unknown kid", key: LocalKey(3, id: "unknown")) { token, _ in
            token.header["kid"] = "\"unknown\""
        },
        .changed("expired") { token, now in token.claims["exp"] = "\(now - 60)" },
        .changed("early") { token, now in token.claims["iat"] = "\(now + 61)" },
        .changed("not valid yet") { token, now in token.claims["nbf"] = "\(now + 61)" },
        .changed("wrong issuer") { token, _ in token.claims["iss"] = "\"https://evil.example\"" },
        .changed("wrong audience") { token, _ in token.claims["aud"] = "\"com.example.other\"" },
        .changed("for another app too") { token, _ in
            token.claims["aud"] = "[\"com.example.gauntlet\",\"com.example.other\"]"
        },
        .changed("asked for by another app") { token, _ in
            token.claims["azp"] = "\"com.example.other\""
        },
        .changed("wrong nonce", nonce: "nonc3"),
    ]

    @Test func `each forged or used token gets the same 401, at both gateways at once`()
        async throws
    {
        try await LoginCluster.run { cluster in
            // Both replicas have the keys, so that every row measures the check alone.
            for provider in cluster.providers.all {
                for phone in cluster.phones {
                    let made = try await phone.enter(provider, Self.honest(provider, "warm"))
                    #expect(made.status == 201, "\(made.text)")
                }
            }
            var rows: [Row] = []
            for provider in cluster.providers.all {
                let now = cluster.clock.now.microseconds / 1_000_000
                for forgery in Self.forgeries {
                    let (token, nonce) = try forgery.make(provider, now)
                    rows += try await Self.attack(
                        "\(provider.kind.rawValue), \(forgery.name)",
                        cluster.phones.map { phone in
                            { try await phone.enter(provider, Self.members(token, nonce)) }
                        }
                    )
                }
                rows += try await Self.reuse(of: provider, in: cluster)
            }
            rows += try await Self.attack(
                "facebook, another app's access token",
                try Self.otherApps(cluster)
            )
            let table = rows.map(\.description).joined(separator: "\n")
            #expect(rows.count == 2 * (3 * (Self.forgeries.count + 3) + 1))
            #expect(rows.allSatisfy { $0.answer.status == 401 }, "\(table)")
            #expect(rows.allSatisfy { $0.answer.code == "identity.token_refused" }, "\(table)")
            #expect(Set(rows.map(\.shape)).count == 1, "\(table)")
            // A provider has less than 3 seconds; the rest is for a busy machine.
            #expect(rows.allSatisfy { $0.time < .seconds(10) }, "\(table)")
        }
    }

    @Test func `a megabyte of token is refused before it is read`() async throws {
        // On a socket the gateway closes while the client still writes.
        try await LoginCluster.run(over: .router) { cluster in
            for provider in cluster.providers.all {
                var token = provider.token("victim")
                token.claims["filler"] = LocalToken.text(String(repeating: "f", count: 786_432))
                let texts = [
                    try token.signed(with: provider.key),
                    String(repeating: "a", count: 1 << 20),
                ]
                for text in texts {
                    let huge = try await cluster.phones[0].enter(provider, ["identityToken": text])
                    #expect(huge.status == 413)
                    #expect(huge.code == "gateway.body_too_large")
                }
                // What a body may just hold is no token either.
                let most = String(repeating: "a", count: 60_000)
                let long = try await cluster.phones[1].enter(provider, ["identityToken": most])
                #expect(long.status == 401)
                #expect(long.code == "identity.token_refused")
                #expect(provider.fetches == 0)
            }
        }
    }

    /// Sends a used token to the same route, to the route that links logins, and there as another
    /// user.
    private static func reuse(
        of provider: LocalProvider,
        in cluster: LoginCluster
    ) async throws -> [Row] {
        let name = provider.kind.rawValue
        let used = try honest(provider, "used")
        let made = try await cluster.phones[0].enter(provider, used)
        #expect(made.status == 201, "\(made.text)")
        let owner = try cluster.phones[0].signedIn(made)
        let other = try await cluster.phones[1].registered("Other\(name)")
        func at(_ gateway: Int, _ user: Phone) -> Phone {
            var phone = cluster.phones[gateway]
            phone.token = user.token
            return phone
        }
        var rows = try await attack(
            "\(name), used before",
            cluster.phones.map { phone in { try await phone.enter(provider, used) } }
        )
        rows += try await attack(
            "\(name), used before at another route",
            [at(0, owner), at(1, owner)].map { phone in { try await phone.link(provider, used) } }
        )
        rows += try await attack(
            "\(name), used before in another account",
            [at(0, other), at(1, other)].map { phone in { try await phone.link(provider, used) } }
        )
        return rows
    }

    /// Sends Facebook's access token of another app to both gateways.
    private static func otherApps(
        _ cluster: LoginCluster
    ) throws -> [@Sendable () async throws -> Phone.Answer] {
        let facebook = cluster.providers.facebook
        facebook.add(LocalGraphUser(token: "EAAother", subject: "victim", app: "other"))
        return cluster.phones.map { phone in
            { try await phone.enter(facebook, ["accessToken": "EAAother"]) }
        }
    }

    /// Sends an attack to both gateways at once.
    private static func attack(
        _ name: String,
        _ requests: [@Sendable () async throws -> Phone.Answer]
    ) async throws -> [Row] {
        try await withThrowingTaskGroup(of: Row.self) { group in
            for (gateway, request) in requests.enumerated() {
                group.addTask {
                    let begin = ContinuousClock.now
                    let answer = try await request()
                    let time = ContinuousClock.now - begin
                    return Row(attack: name, gateway: gateway, answer: answer, time: time)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// A good token of a user whose address no other provider names.
    private static func honest(
        _ provider: LocalProvider,
        _ name: String
    ) throws -> [String: String] {
        let token = try provider.signed("\(name)-\(provider.kind.rawValue)", nonce: "nonce")
        return members(token, "nonce")
    }

    private static func members(_ token: String, _ nonce: String?) -> [String: String] {
        var members = ["identityToken": token, "firstName": "Vic", "lastName": "Tim"]
        members["nonce"] = nonce
        return members
    }
}
