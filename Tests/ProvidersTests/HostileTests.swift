import NIOCore
import TestBasics
import TestKit
import Testing
import Values

@testable import Providers

/// Servers that are slow, endless, lying, or not the ones they should be.
struct HostileTests {
    /// How long a refusal may take here. The product's own limits are below 3 seconds; the rest is
    /// for a busy machine.
    private static let limit = Duration.seconds(10)

    @Test func `a provider has less than 3 seconds`() {
        #expect(ProviderVerifier.time < .seconds(3))
        #expect(KeyRing.fetchTime < .seconds(3))
    }

    @Test(arguments: LocalProvider.Mischief.allCases)
    func `keys from a hostile server are no keys, in time`(
        mischief: LocalProvider.Mischief
    ) async throws {
        try await Scene.run(.google) { scene in
            let verifier = try scene.verifier()
            let token = try scene.local.signed("ana")
            let credential = ProviderCredential.identityToken(token, nonce: nil)
            scene.local.redirects(to: "\(scene.local.url)/elsewhere")
            scene.local.does(mischief)
            let time = await ContinuousClock().measure {
                #expect(await verifier.refusal(of: credential, with: .google) == .unavailable)
            }
            #expect(time < Self.limit)
            #expect(!scene.local.requests.contains("/elsewhere"))
            let reason = await verifier.status().first?.lastFailure?.reason
            #expect(reason?.hasPrefix("keys from 127.0.0.1: ") ?? false)
            // An honest answer lets the same token in.
            scene.local.does(nil)
            scene.clock.advance(by: .seconds(6))
            #expect(await verifier.refusal(of: credential, with: .google) == nil)
        }
    }

    @Test(arguments: LocalProvider.Mischief.allCases)
    func `a hostile Graph API signs nobody in, in time`(
        mischief: LocalProvider.Mischief
    ) async throws {
        try await Scene.run(.facebook) { scene in
            let verifier = try scene.verifier()
            scene.local.redirects(to: "\(scene.local.url)/elsewhere")
            scene.local.does(mischief)
            let time = await ContinuousClock().measure {
                #expect(
                    await verifier.refusal(of: .accessToken("EAAtoken"), with: .facebook)
                        == .unavailable
                )
            }
            #expect(time < Self.limit)
            #expect(!scene.local.requests.contains("/elsewhere"))
            let reason = await verifier.status().first?.lastFailure?.reason
            #expect(reason?.hasPrefix("debug_token at 127.0.0.1: ") ?? false)
            #expect(!(reason ?? "").contains("EAAtoken"))
            #expect(!scene.log.lines.description.contains("EAAtoken"))
            #expect(!scene.log.lines.description.contains(scene.local.secret))
        }
    }

    @Test(
        arguments: [
            .silence, .close, .noise, .trickle, .endlessHeaders, .endlessBody, .hugeLength,
            .interim, .redirect, .failure, .compressed,
        ] as [LocalProvider.Mischief]
    )
    func `a hostile server has no picture, in time`(
        mischief: LocalProvider.Mischief
    ) async throws {
        try await Scene.run(.google) { scene in
            let verifier = try scene.verifier()
            scene.local.does(mischief)
            let time = await ContinuousClock().measure {
                #expect(await verifier.picture(at: "\(scene.local.url)/a", of: .google) == nil)
            }
            #expect(time < Self.limit)
        }
    }

    @Test func `a certificate must be of a trusted authority, and for the host's name`()
        async throws
    {
        try await Authority.run { ours, other in
            let cases: [(names: String, host: String, authority: Authority, isGood: Bool)] = [
                ("DNS:localhost", "localhost", ours, true),
                ("IP:127.0.0.1", "127.0.0.1", ours, true),
                ("DNS:localhost", "localhost", other, false),
                ("DNS:other.test", "localhost", ours, false),
                ("DNS:localhost", "127.0.0.1", ours, false),
                // Valid for the address that the name leads to, which may be an attacker's.
                ("IP:127.0.0.1", "localhost", ours, false),
            ]
            for (names, host, authority, isGood) in cases {
                let files = try await ours.issue("server", validFor: names)
                try await LocalProvider.run(.apple, client: "app", certificate: files) { local in
                    let address = ProviderAddress("https://\(host):\(local.port)")
                    let verifier = try ProviderVerifier(
                        [
                            .apple(
                                clients: ["app"],
                                keys: address,
                                authorities: authority.file
                            )
                        ],
                        store: MemoryKeyStore(),
                        logger: CapturedLog().logger
                    )
                    let token = ProviderCredential.identityToken(
                        try local.signed("ana"),
                        nonce: nil
                    )
                    #expect(
                        await verifier.refusal(of: token, with: .apple)
                            == (isGood ? nil : .unavailable),
                        "\(names) as \(host)"
                    )
                    #expect(local.requests.isEmpty != isGood, "\(names) as \(host)")
                }
            }
        }
    }

    @Test func `a file of authorities that cannot be read is an error at the start`() {
        #expect(throws: (any Error).self) {
            try ProviderVerifier(
                [.apple(clients: ["app"], authorities: "/nowhere/authority.crt")],
                store: MemoryKeyStore(),
                logger: CapturedLog().logger
            )
        }
    }

    @Test func `a server that is not there, or has no address, is unavailable`() async throws {
        try await Scene.run(.apple) { scene in
            let token = ProviderCredential.identityToken(try scene.local.signed("ana"), nonce: nil)
            for url in ["https://127.0.0.1:1", "https://nowhere.invalid", "https://[::1]:1"] {
                let verifier = try scene.verifier(url: url)
                scene.clock.advance(by: .seconds(61))
                #expect(await verifier.refusal(of: token, with: .apple) == .unavailable, "\(url)")
            }
        }
    }

    @Test func `one provider's silence makes nobody wait at another`() async throws {
        try await Scene.run(.facebook) { facebook in
            try await Scene.run(.apple) { apple in
                facebook.local.does(.silence)
                let clock = apple.clock
                let verifier = try ProviderVerifier(
                    [
                        .facebook(
                            app: Scene.client,
                            secret: facebook.local.secret,
                            graph: ProviderAddress(facebook.local.url),
                            authorities: facebook.authority.file
                        ),
                        .apple(
                            clients: [Scene.client],
                            keys: ProviderAddress(apple.local.url),
                            authorities: apple.authority.file
                        ),
                    ],
                    store: apple.store,
                    logger: apple.log.logger,
                    now: { clock.now }
                )
                let refused = Count()
                try await withThrowingTaskGroup { group in
                    for number in 0..<16 {
                        group.addTask {
                            let token = ProviderCredential.accessToken("token-\(number)")
                            let refusal = await verifier.refusal(of: token, with: .facebook)
                            #expect(refusal == .unavailable)
                            refused.add()
                        }
                    }
                    let text = try apple.local.signed("ana")
                    let account = try await verifier.verify(text, with: .apple)
                    #expect(account.subject == "ana")
                    #expect(refused.value == 0)
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test func `more questions than a provider may have at once fail at once`() async throws {
        try await Scene.run(.apple) { scene in
            let client = try WebClient(
                .apple,
                named: [#require(ProviderAddress(scene.local.url))],
                authorities: scene.authority.file,
                questionsMax: 1
            )
            let target = try #require(WebTarget("\(scene.local.url)/a"))
            scene.local.does(.silence)
            func ask(_ time: TimeAmount) async -> String? {
                do throws(WebFailure) {
                    _ = try await client.get(target, bytesMax: 10, until: .now() + time)
                    return nil
                } catch {
                    return error.reason
                }
            }
            async let first = ask(.seconds(2))
            try await eventually("a first question") { scene.local.requests.count == 1 }
            #expect(await ask(.seconds(60)) == "too many questions wait for it")
            #expect(await first == "it did not answer in time")
            scene.local.does(nil)
            #expect(await ask(.seconds(60)) == nil)
        }
    }

    @Test(arguments: [(100, true), (101, false)])
    func `an answer may have the maximum of bytes, and not one more`(
        count: Int,
        isTaken: Bool
    ) async throws {
        try await Scene.run(.apple) { scene in
            scene.local.serves([UInt8](repeating: 7, count: count), at: "/a")
            let client = try WebClient(
                .apple,
                named: [#require(ProviderAddress(scene.local.url))],
                authorities: scene.authority.file
            )
            let target = try #require(WebTarget("\(scene.local.url)/a"))
            let end = NIODeadline.now() + .seconds(60)
            let answer = try? await client.get(target, bytesMax: 100, until: end)
            #expect(answer?.body.count == (isTaken ? 100 : nil))
        }
    }
}
