import TestBasics
import TestKit
import Testing
import Values

@testable import Providers

struct TokenTests {
    /// Each attack comes before and after an honest sign-in, and to two replicas at once. What is
    /// refused and what is accepted differ in nothing else.
    @Test(arguments: LocalProvider.Kind.allCases)
    func `no forged token gets in, and all are refused alike`(kind: LocalProvider.Kind) async throws
    {
        try await Scene.run(kind) { scene in
            let (one, other) = (try scene.verifier(), try scene.verifier())
            #expect(attacks.count > 100)
            for attack in attacks {
                let (token, nonce) = try attack.make(scene.local)
                let credential = ProviderCredential.identityToken(token, nonce: nonce)
                async let first = one.refusal(of: credential, with: scene.provider)
                async let second = other.refusal(of: credential, with: scene.provider)
                let refusals = await [first, second]
                #expect(refusals == [.invalidToken, .invalidToken], "\(attack.name)")
            }
            let honest = try scene.local.signed("victim", nonce: "nonce")
            let account = try await one.verify(honest, nonce: "nonce", with: scene.provider)
            #expect(account.subject == "victim")
            // The clock stands still: unknown keys lead to no second fetch.
            #expect(scene.local.fetches == 1)
            #expect(one.providers == [scene.provider])
        }
    }

    @Test(arguments: LocalProvider.Kind.allCases)
    func `honest tokens at the edges get in`(kind: LocalProvider.Kind) async throws {
        try await Scene.run(kind) { scene in
            let verifier = try scene.verifier()
            let edges: [(String, String?, (inout LocalToken) -> Void)] = [
                ("as it is", nil, { _ in }),
                ("expired within the tolerance", nil, { $0.claims["exp"] = "\($0.seconds - 59)" }),
                ("issued ahead", nil, { $0.claims["iat"] = "\($0.seconds + 60)" }),
                ("valid ahead", nil, { $0.claims["nbf"] = "\($0.seconds + 60)" }),
                ("a fraction", nil, { $0.claims["exp"] = "\($0.seconds + 9).5" }),
                ("a list of audiences", nil, { $0.claims["aud"] = "[\"\(Scene.client)\"]" }),
                ("no presenter", nil, { $0.claims["azp"] = nil }),
                ("a presenter", nil, { $0.claims["azp"] = "\"\(Scene.client)\"" }),
                ("a nonce", "n", { $0.claims["nonce"] = "\"n\"" }),
                ("a digest", "n", { $0.claims["nonce"] = "\"\(hashed("n"))\"" }),
                (
                    "a nonce of 512 bytes", String(repeating: "n", count: 512),
                    { $0.claims["nonce"] = "\"\(String(repeating: "n", count: 512))\"" }
                ),
                ("no type", nil, { $0.header["typ"] = nil }),
                ("a small type", nil, { $0.header["typ"] = "\"jwt\"" }),
                ("unknown claims", nil, { $0.claims["x"] = "{\"y\":[1,2]}" }),
                ("the longest subject", nil, { $0.claims["sub"] = LocalToken.text(longest) }),
                ("the longest", nil, { $0.fill(to: 16_383) }),
            ]
            for (name, nonce, change) in edges {
                var token = scene.local.token("ana")
                change(&token)
                let text = try token.signed(with: scene.local.key)
                #expect(text.utf8.count <= 16_384)
                let refusal = await verifier.refusal(
                    of: .identityToken(text, nonce: nonce),
                    with: scene.provider
                )
                #expect(refusal == nil, "\(name)")
            }
        }
    }

    @Test func `each issuer of a provider is accepted, and no other provider's`() async throws {
        let issuers: [LocalProvider.Kind: [String]] = [
            .facebook: ["https://www.facebook.com"],
            .apple: ["https://appleid.apple.com", "https://account.apple.com"],
            .google: ["https://accounts.google.com", "accounts.google.com"],
        ]
        for kind in LocalProvider.Kind.allCases {
            try await Scene.run(kind) { scene in
                let verifier = try scene.verifier()
                for (owner, names) in issuers {
                    for name in names {
                        var token = scene.local.token("ana")
                        token.claims["iss"] = LocalToken.text(name)
                        let refusal = await verifier.refusal(
                            of: .identityToken(
                                try token.signed(with: scene.local.key),
                                nonce: nil
                            ),
                            with: scene.provider
                        )
                        #expect(refusal == (owner == kind ? nil : .invalidToken), "\(name)")
                    }
                }
            }
        }
    }

    @Test func `Apple's account has an address that is verified in either form`() async throws {
        try await Scene.run(.apple) { scene in
            let verifier = try scene.verifier()
            let account = try await verifier.verify(try scene.local.signed("A.1"), with: .apple)
            #expect(account.email == "a.1@example.com")
            #expect(account.isEmailVerified)
            #expect(account.firstName == nil && account.pictureURL == nil)
            for (claim, isVerified) in [
                ("true", true), ("\"true\"", true), ("false", false), ("\"false\"", false),
                ("\"TRUE\"", false), ("1", false), ("null", false), (nil, false),
            ] {
                var token = scene.local.token("A.1")
                token.claims["email_verified"] = claim
                let text = try token.signed(with: scene.local.key)
                let account = try await verifier.verify(text, with: .apple)
                #expect(account.isEmailVerified == isVerified, "\(claim ?? "missing")")
            }
        }
    }

    @Test func `Google's account has names, a picture and a verified address`() async throws {
        try await Scene.run(.google) { scene in
            let text = try scene.local.signed("110169484474386276334")
            let account = try await scene.verifier().verify(text, with: .google)
            #expect(account.firstName == "Ana" && account.lastName == "Nováková")
            #expect(account.email == "110169484474386276334@example.com")
            #expect(account.isEmailVerified)
            #expect(account.pictureURL == "\(scene.local.url)/pictures/\(account.subject).jpg")
            #expect(account.friendSubjects == [])
        }
    }

    @Test func `Facebook's address is never verified, and its friends are listed`() async throws {
        try await Scene.run(.facebook) { scene in
            var token = scene.local.token("1000")
            token.claims["email_verified"] = "true"
            token.claims["user_friends"] = "[\"1\",2,\"1\",\"\",\"a b\",{},null,\"3\"]"
            let text = try token.signed(with: scene.local.key)
            let account = try await scene.verifier().verify(text, with: .facebook)
            #expect(account.email == "1000@example.com")
            #expect(!account.isEmailVerified)
            #expect(account.firstName == "Bo" && account.lastName == "Li")
            #expect(account.friendSubjects == ["1", "2", "3"])
        }
    }

    @Test func `odd texts about a person are left out, and the person is let in`() async throws {
        try await Scene.run(.google) { scene in
            var token = scene.local.token("ana")
            token.claims["email"] = LocalToken.text(String(repeating: "e", count: 321))
            token.claims["given_name"] = LocalToken.text(String(repeating: "g", count: 401))
            token.claims["family_name"] = "7"
            token.claims["picture"] = "\"\""
            let text = try token.signed(with: scene.local.key)
            let account = try await scene.verifier().verify(text, with: .google)
            #expect(account.email == nil && !account.isEmailVerified)
            #expect(account.firstName == nil && account.lastName == nil)
            #expect(account.pictureURL == nil)
        }
    }

    @Test func `a use is the same for one token, and differs between tokens`() async throws {
        try await Scene.run(.apple) { scene in
            let verifier = try scene.verifier()
            let (one, other) = (try scene.local.signed("ana"), try scene.local.signed("ana"))
            let first = try await verifier.verify(one, with: .apple).use
            #expect(try await verifier.verify(one, with: .apple).use == first)
            #expect(try await verifier.verify(other, with: .apple).use?.digest != first?.digest)
            // The digest may be forgotten once the token is refused, and no earlier.
            let expiresAt = try #require(first).expiresAt
            scene.clock.advance(by: expiresAt - scene.clock.now - .seconds(1))
            #expect(try await verifier.verify(one, with: .apple).use == first)
            scene.clock.advance(by: .seconds(1))
            #expect(
                await verifier.refusal(of: .identityToken(one, nonce: nil), with: .apple)
                    == .invalidToken
            )
        }
    }

    @Test func `credentials of another kind, and providers that are off, are refused`() async throws
    {
        try await Scene.run(.google) { scene in
            let verifier = try scene.verifier()
            let token = ProviderCredential.accessToken("EAAtoken")
            #expect(await verifier.refusal(of: token, with: .google) == .invalidToken)
            #expect(await verifier.refusal(of: token, with: .facebook) == .notConfigured)
            let text = try scene.local.signed("ana")
            let identity = ProviderCredential.identityToken(text, nonce: nil)
            #expect(await verifier.refusal(of: identity, with: .apple) == .notConfigured)
            #expect(await verifier.picture(at: scene.local.url, of: .apple) == nil)
        }
    }
}

private let longest = String(repeating: "s", count: 255)
