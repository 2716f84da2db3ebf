import TestBasics
import TestKit
import Testing
import Values

@testable import Providers

struct KeyTests {
    /// Two replicas, one of which restarts every day. Sign-ins every hour, and with a token from
    /// just before each change of keys.
    @Test(arguments: LocalProvider.Kind.allCases)
    func `keys change for ten days, and nobody is refused`(kind: LocalProvider.Kind) async throws {
        try await Scene.run(kind) { scene in
            let local = scene.local
            let lasting = try scene.verifier()
            var restarting = try scene.verifier()
            var (fetches, fetchedAt) = (0, -100)
            for hour in 0..<240 {
                if hour % 24 == 0 { restarting = try scene.verifier() }
                let before = try local.signed("before")
                let changes = hour % 17 == 16
                if changes { local.rotate() }
                // Kept for 19,845 seconds: from the sixth hour on they are fetched again.
                if changes || hour - fetchedAt >= 6 { (fetches, fetchedAt) = (fetches + 1, hour) }
                for token in [try local.signed("after"), before] {
                    for verifier in [lasting, restarting] {
                        let refusal = await verifier.refusal(
                            of: .identityToken(token, nonce: nil),
                            with: scene.provider
                        )
                        #expect(refusal == nil, "hour \(hour)")
                    }
                }
                #expect(local.fetches == fetches, "hour \(hour)")
                scene.clock.advance(by: .hours(1))
            }
            #expect(fetches < 60)
        }
    }

    @Test func `one fetch serves all who wait, on two replicas`() async throws {
        try await Scene.run(.google) { scene in
            let replicas = [try scene.verifier(), try scene.verifier()]
            let tokens = try (0..<20).map { try scene.local.signed("user-\($0)") }
            let refusals = await withTaskGroup(of: ProviderRefusal?.self) { group in
                for (number, token) in tokens.enumerated() {
                    group.addTask {
                        await replicas[number % 2].refusal(
                            of: .identityToken(token, nonce: nil),
                            with: .google
                        )
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(refusals.count == 20 && refusals.allSatisfy { $0 == nil })
            #expect(scene.local.fetches == 1)
        }
    }

    @Test func `any number of unknown keys lead to one fetch a minute`()
        async throws
    {
        try await Scene.run(.apple) { scene in
            let replicas = [try scene.verifier(), try scene.verifier()]
            _ = try await replicas[0].verify(try scene.local.signed("ana"), with: .apple)
            scene.clock.advance(by: .seconds(60))
            func flood() async throws {
                for number in 0..<20 {
                    var token = scene.local.token("ana")
                    token.header["kid"] = "\"unknown-\(number)\""
                    let text = try token.signed(with: scene.local.key)
                    let refusal = await replicas[number % 2].refusal(
                        of: .identityToken(text, nonce: nil),
                        with: .apple
                    )
                    #expect(refusal == .invalidToken)
                }
            }
            try await flood()
            #expect(scene.local.fetches == 1)
            scene.clock.advance(by: .microseconds(1))
            try await flood()
            #expect(scene.local.fetches == 2)
        }
    }

    @Test func `old keys stay in use while the provider is down, and it is asked once a minute`()
        async throws
    {
        try await Scene.run(.google) { scene in
            let verifier = try scene.verifier()
            func signIn() async throws -> ProviderRefusal? {
                var token = scene.local.token("ana")
                token.claims["exp"] = "9999999999"
                return await verifier.refusal(
                    of: .identityToken(try token.signed(with: scene.local.key), nonce: nil),
                    with: .google
                )
            }
            #expect(try await signIn() == nil)
            scene.local.does(.failure)
            // The last moment at which the keys are fresh, and the first at which they are not.
            scene.clock.advance(by: .seconds(19_845) - .microseconds(1))
            #expect(try await signIn() == nil)
            #expect(scene.local.fetches == 1)
            scene.clock.advance(by: .microseconds(1))
            for _ in 0..<3 { #expect(try await signIn() == nil) }
            #expect(scene.local.fetches == 2)
            // The last moment at which they are used.
            scene.clock.advance(by: .days(1) - .seconds(19_845))
            #expect(try await signIn() == nil)
            #expect(scene.local.fetches == 3)
            let status = await verifier.status()
            #expect(status.map(\.keys) == [1])
            #expect(
                status.first?.lastFailure?.reason == "keys from 127.0.0.1: it answered 503"
            )
            #expect(status.first?.lastFailure?.at == scene.clock.now)
            // A key that cannot be looked for: the token may be good.
            scene.local.rotate()
            #expect(try await signIn() == .unavailable)
        }
    }

    @Test func `keys of more than a day ago are not used, also while the provider is down`()
        async throws
    {
        try await Scene.run(.google) { scene in
            let (verifier, other) = (try scene.verifier(), try scene.verifier())
            var token = scene.local.token("ana")
            token.claims["exp"] = "9999999999"
            let text = try token.signed(with: scene.local.key)
            let credential = ProviderCredential.identityToken(text, nonce: nil)
            #expect(await verifier.refusal(of: credential, with: .google) == nil)
            scene.local.does(.failure)
            scene.clock.advance(by: .days(1))
            #expect(await verifier.refusal(of: credential, with: .google) == nil)
            scene.clock.advance(by: .microseconds(1))
            #expect(await verifier.refusal(of: credential, with: .google) == .unavailable)
            // Another replica does not take them over either.
            scene.clock.advance(by: .seconds(3))
            #expect(await other.refusal(of: credential, with: .google) == .unavailable)
            for status in await verifier.status() + other.status() {
                #expect(status.keys == 0)
                #expect(status.keysFetchedAt == nil)
            }
            #expect(scene.local.fetches == 2)
            // As without any keys, they are asked for again after 5 seconds.
            scene.local.does(nil)
            scene.clock.advance(by: .seconds(2))
            #expect(await verifier.refusal(of: credential, with: .google) == nil)
            #expect(await other.refusal(of: credential, with: .google) == nil)
            #expect(scene.local.fetches == 3)
        }
    }

    @Test func `without the store a replica goes on, and keeps the pause for itself`() async throws
    {
        try await Scene.run(.apple) { scene in
            scene.store.breaks()
            let verifier = try scene.verifier()
            let token = try scene.local.signed("ana")
            #expect(try await verifier.verify(token, with: .apple).subject == "ana")
            var unknown = scene.local.token("ana")
            unknown.header["kid"] = "\"unknown\""
            let text = try unknown.signed(with: scene.local.key)
            let credential = ProviderCredential.identityToken(text, nonce: nil)
            for _ in 0..<3 {
                #expect(await verifier.refusal(of: credential, with: .apple) == .invalidToken)
            }
            #expect(scene.local.fetches == 1)
            scene.clock.advance(by: .seconds(60))
            #expect(await verifier.refusal(of: credential, with: .apple) == .invalidToken)
            #expect(scene.local.fetches == 2)
        }
    }

    @Test func `without any keys the provider is asked again after 5 seconds`() async throws {
        try await Scene.run(.apple) { scene in
            let verifier = try scene.verifier()
            let token = ProviderCredential.identityToken(try scene.local.signed("ana"), nonce: nil)
            scene.local.does(.failure)
            for _ in 0..<2 {
                #expect(await verifier.refusal(of: token, with: .apple) == .unavailable)
            }
            scene.local.does(nil)
            scene.clock.advance(by: .seconds(5))
            #expect(await verifier.refusal(of: token, with: .apple) == .unavailable)
            #expect(scene.local.fetches == 1)
            scene.clock.advance(by: .microseconds(1))
            #expect(await verifier.refusal(of: token, with: .apple) == nil)
            #expect(scene.local.fetches == 2)
        }
    }

    @Test func `older keys from the store replace no newer ones`() async throws {
        try await Scene.run(.apple) { scene in
            let verifier = try scene.verifier()
            let old = try scene.local.signed("ana")
            scene.local.rotate()
            scene.local.rotate()
            let token = try scene.local.signed("ana")
            #expect(try await verifier.verify(token, with: .apple).subject == "ana")
            let json = try "{\"keys\":[\(LocalKey(0, id: "apple-0").published())]}"
            scene.store.replace(
                ProviderKeys(
                    json: Array(json.utf8),
                    fetchedAt: scene.clock.now - .seconds(1),
                    freshUntil: scene.clock.now + .days(1)
                ),
                of: .apple
            )
            let credential = ProviderCredential.identityToken(old, nonce: nil)
            #expect(await verifier.refusal(of: credential, with: .apple) == .invalidToken)
            #expect(try await verifier.verify(token, with: .apple).subject == "ana")
        }
    }

    @Test func `a replica waits for the keys that another one is fetching`() async throws {
        try await Scene.run(.apple) { scene in
            // Another replica's claim, whose fetch never ends.
            scene.store.claimed(.apple, at: scene.clock.now)
            let verifier = try scene.verifier()
            let token = try scene.local.signed("ana")
            let credential = ProviderCredential.identityToken(token, nonce: nil)
            async let waiting = verifier.refusal(of: credential, with: .apple)
            let json = try "{\"keys\":[\(scene.local.key.published())]}"
            try await scene.store.save(
                ProviderKeys(
                    json: Array(json.utf8),
                    fetchedAt: scene.clock.now,
                    freshUntil: scene.clock.now + .hours(1)
                ),
                of: .apple
            )
            #expect(await waiting == nil)
            #expect(scene.local.fetches == 0)
        }
    }

    @Test(
        arguments: [
            (nil, .hours(1)), ("no-store", .minutes(5)), ("max-age=299", .minutes(5)),
            ("max-age=301", .seconds(301)), ("public, MAX-AGE=86399", .seconds(86_399)),
            ("max-age=86401", .days(1)), ("max-age=99999999999999999999", .hours(1)),
            ("max-age=-5", .minutes(5)), ("max-age=x", .hours(1)), ("s-maxage=7", .hours(1)),
            ("max-age=600, no-cache", .minutes(5)), ("max-age=9223372036854775807", .days(1)),
        ] as [(String?, Duration)]
    )
    func `keys are kept as long as the answer allows, within bounds`(
        cacheControl: String?,
        kept: Duration
    ) async throws {
        try await Scene.run(.google) { scene in
            scene.local.lets(cacheControl: cacheControl)
            _ = try await scene.verifier().verify(try scene.local.signed("ana"), with: .google)
            let keys = try await scene.store.load(.google)
            #expect(keys?.fetchedAt == scene.clock.now)
            #expect(keys?.freshUntil == scene.clock.now + kept)
        }
    }

    @Test func `only RSA keys for signatures, of usable sizes, are taken from a set`() throws {
        let good = try LocalKey(0, id: "good").published()
        func changed(_ old: String, _ new: String) -> String {
            good.split(separator: old).joined(separator: new)
        }
        let others = [
            changed("\"RSA\"", "\"EC\""), changed("\"sig\"", "\"enc\""),
            changed("\"RS256\"", "\"RS512\""), changed("\"good\"", "\"\""),
            changed("\"good\"", "7"),
            changed("AQAB", "AQABAQAB"),
            "{\"kty\":\"RSA\",\"kid\":\"short\",\"n\":\"AQAB\",\"e\":\"AQAB\"}",
            "7", "{}",
            "{\"kty\":\"RSA\",\"kid\":\"long\",\"n\":\"\(String(repeating: "A", count: 700))\","
                + "\"e\":\"AQAB\"}",
        ]
        func count(_ keys: [String]) -> Int? {
            ProviderKeySet(Array("{\"keys\":[\(keys.joined(separator: ","))]}".utf8))?.count
        }
        #expect(count([good]) == 1)
        for other in others {
            #expect(count([other]) == nil, "\(other)")
            #expect(count([other, good]) == 1, "\(other)")
        }
        #expect(count([good, good]) == nil)
        #expect(count(Array(repeating: "{}", count: 31) + [good]) == 1)
        #expect(count(Array(repeating: "{}", count: 32) + [good]) == nil)
        let padding = String(repeating: " ", count: 65_536)
        #expect(count([good, padding + "{}"]) == nil)
    }
}
