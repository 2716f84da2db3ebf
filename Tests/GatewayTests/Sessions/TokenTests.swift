import Crypto
import FoundationEssentials
import HTTPTypes
import IdentityAPI
import Identifiers
import NIOCore
import RPC
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// Which tokens authenticate a user, and which do not (2.8-sessions).
@Suite struct TokenTests {
    let house = House()

    private func gateway() -> Gateway {
        house.gateway(identity: {
            $0.answer(GetMe.self, with: Samples.account(house.ana), noting: house.asked)
        })
    }

    private func refused(_ token: String, code: String = "gateway.token_invalid") async throws {
        try await gateway().test(token: token) { client in
            let answer = try await client.ask(.get, "/v1/me")
            #expect(answer.status == 401)
            #expect(answer.headers[.wwwAuthenticate] == "Bearer")
            #expect(try answer.code == code)
        }
        #expect(house.asked.count(GetMe.self) == 0)
    }

    @Test func `a valid token needs no call to identity`() async throws {
        let token = try await house.tokens.token(house.ana, house.session) { $0.mod = true }
        try await gateway().test(token: token) { client in
            for _ in 0..<3 {
                let answer = try await client.ask(.get, "/v1/me")
                #expect(answer.status == 200)
            }
        }
        let context = try #require(house.asked.all(GetMe.self).first).context
        #expect(context.user == house.ana)
        #expect(context.session == house.session)
        #expect(context.isModerator)
        #expect(context.peer == .gateway)
        #expect(house.asked.count(VerifySession.self) == 0)
    }

    @Test func `only the claim makes a user a moderator`() async throws {
        try await gateway().test(token: house.token()) { client in
            _ = try await client.ask(.get, "/v1/me")
        }
        #expect(house.asked.all(GetMe.self).first?.context.isModerator == false)
    }

    @Test(arguments: [0, 1])
    func `a token expires with its last second`(seconds: Int) async throws {
        let token = try await house.token()
        try await gateway().test(token: token) { client in
            #expect(try await client.ask(.get, "/v1/me").status == 200)
            let exp = house.tokens.claims(house.ana, house.session).exp
            let end = Instant(microseconds: Int64(exp) * 1_000_000)
            house.clocks.advance(by: end - house.clocks.now - .seconds(1 - seconds))
            house.feed.heartbeat(0)
            try await eventually("no heartbeat") {
                try await client.ask(.get, "/v1/me").status == (seconds == 0 ? 200 : 401)
            }
            let answer = try await client.ask(.get, "/v1/me")
            if seconds == 1 { #expect(try answer.code == "gateway.token_expired") }
        }
    }

    @Test func `an invalid token is not cached as valid`() async throws {
        let token = try await house.tokens.token(house.ana, house.session) { $0.exp = $0.iat }
        try await refused(token, code: "gateway.token_expired")
    }

    @Test func `no other algorithm is accepted`() async throws {
        for alg in ["none", "None", "", "HS256", "ES256", "RS256", "EdDSA "] {
            let header = #"{"alg":"\#(alg)","typ":"JWT","kid":"k1"}"#
            try await refused(
                house.tokens.forged(house.ana, house.session, header: header) { _ in Data() }
            )
            try await refused(
                house.tokens.forged(house.ana, house.session, header: header) {
                    try house.tokens.key.signature(for: $0)
                }
            )
        }
    }

    @Test func `the public key is not accepted as an HMAC secret`() async throws {
        let secret = SymmetricKey(data: house.tokens.key.publicKey.rawRepresentation)
        for alg in ["HS256", "EdDSA"] {
            try await refused(
                house.tokens.forged(
                    house.ana,
                    house.session,
                    header: #"{"alg":"\#(alg)","typ":"JWT","kid":"k1"}"#
                ) { Data(HMAC<SHA256>.authenticationCode(for: $0, using: secret)) }
            )
        }
    }

    @Test(arguments: [
        #"{"alg":"EdDSA","typ":"JWT","kid":"k2"}"#, #"{"alg":"EdDSA","typ":"JWT"}"#,
        #"{"alg":"EdDSA","kid":"k1"}"#, #"{"alg":"EdDSA","typ":"at+jwt","kid":"k1"}"#,
        #"{"alg":"EdDSA","typ":"JWT","kid":"k1","crit":["exp"]}"#, #"{"alg":"EdDSA"}"#, "[]", "",
        #"{"alg":["EdDSA"],"typ":"JWT","kid":"k1"}"#, #"{"alg":"EdDSA","typ":"JWT","kid":1}"#,
    ])
    func `any other header is refused`(header: String) async throws {
        try await refused(
            house.tokens.forged(house.ana, house.session, header: header) {
                try house.tokens.key.signature(for: $0)
            }
        )
    }

    @Test func `the expected header, written by the test, is accepted`() async throws {
        let token = try house.tokens.forged(
            house.ana,
            house.session,
            header: #"{"alg":"EdDSA","typ":"JWT","kid":"k1"}"#
        ) { try house.tokens.key.signature(for: $0) }
        try await gateway().test(token: token) { client in
            let answer = try await client.ask(.get, "/v1/me")
            #expect(answer.status == 200)
        }
    }

    @Test func `another signer's key is refused`() async throws {
        let stranger = Tokens(clocks: house.clocks)
        try await refused(stranger.token(house.ana, house.session))
    }

    @Test func `each claim must be valid`() async throws {
        let tokens = house.tokens
        try await refused(tokens.token(house.ana, house.session) { $0.iss = "other" })
        try await refused(tokens.token(house.ana, house.session) { $0.aud = "other" })
        try await refused(tokens.token(house.ana, house.session) { $0.sub = "ana" })
        try await refused(tokens.token(house.ana, house.session) { $0.sid = "" })
        try await refused(tokens.token(house.ana, house.session) { $0.exp = -1 })
        try await refused(tokens.token(house.ana, house.session) { $0.exp = .max })
    }

    @Test func `changing any character invalidates a token`() async throws {
        let token = try await house.token()
        try await gateway().test { client in
            for index in stride(from: 0, to: token.count, by: 7) {
                var characters = Array(token)
                characters[index] = characters[index] == "A" ? "B" : "A"
                let answer = try await client.ask(
                    .get,
                    "/v1/me",
                    headers: [.authorization: "Bearer " + String(characters)]
                )
                #expect(answer.status == 401, "at \(index)")
            }
            for suffix in ["A", "=", ".", " x", ".e30"] {
                let answer = try await client.ask(
                    .get,
                    "/v1/me",
                    headers: [.authorization: "Bearer " + token + suffix]
                )
                #expect(answer.status == 401, "with \(suffix)")
            }
            let cut = try await client.ask(
                .get,
                "/v1/me",
                headers: [.authorization: "Bearer " + String(token.dropLast())]
            )
            #expect(cut.status == 401)
        }
        #expect(house.asked.count(GetMe.self) == 0)
    }

    @Test func `only one last character is valid`() async throws {
        let token = try await house.token()
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        try await gateway().test { client in
            var good = 0
            for last in alphabet {
                let other = String(token.dropLast()) + String(last)
                let answer = try await client.ask(
                    .get,
                    "/v1/me",
                    headers: [.authorization: "Bearer " + other]
                )
                if answer.status == 200 { good += 1 }
            }
            #expect(good == 1)
        }
    }

    @Test(arguments: [
        "", "Bearer", "Basic YTpi", "Token abc", "Bearer a b", "Bearer ...", "Bearer",
    ])
    func `anything but a bearer token is refused`(field: String) async throws {
        try await gateway().test { client in
            let answer = try await client.ask(
                .get,
                "/v1/me",
                headers: [.authorization: field]
            )
            #expect(answer.status == 401)
            #expect(try answer.code == "gateway.token_invalid")
        }
    }

    @Test func `the scheme is case-insensitive`() async throws {
        let token = try await house.token()
        try await gateway().test { client in
            let answer = try await client.ask(
                .get,
                "/v1/me",
                headers: [.authorization: "bEARER  \(token)"]
            )
            #expect(answer.status == 200)
        }
    }

    @Test func `two tokens are refused`() async throws {
        let token = try await house.token()
        try await gateway().test { client in
            var headers: HTTPFields = [:]
            headers.append(HTTPField(name: .authorization, value: "Bearer \(token)"))
            headers.append(HTTPField(name: .authorization, value: "Bearer \(token)"))
            let answer = try await client.ask(.get, "/v1/me", headers: headers)
            #expect(answer.status == 401)
        }
    }

    @Test func `an overlong token is not read`() async throws {
        try await refused(String(repeating: "a", count: 5_000))
    }

    @Test func `a flood of unknown keys does not reach identity`() async throws {
        let token = try await house.tokens.token(house.ana, house.session, kid: "k9")
        let good = try await house.token()
        try await gateway().test(token: token) { client in
            let before = house.asked.count(ListSigningKeys.self)
            for number in 0..<20 {
                let answer = try await client.ask(.get, "/v1/me")
                #expect(answer.status == (number < 5 ? 401 : 503))
            }
            #expect(house.asked.count(ListSigningKeys.self) == before + 5)
            let answer = try await client.ask(
                .get,
                "/v1/me",
                headers: [.authorization: "Bearer " + good]
            )
            #expect(answer.status == 200)
        }
    }
}
