import TestBasics
import TestKit
import Testing
import Values

@testable import Providers

/// Facebook by access token.
struct GraphTests {
    private static func user(_ change: (inout LocalGraphUser) -> Void = { _ in }) -> LocalGraphUser
    {
        var user = LocalGraphUser(token: "EAAtoken", subject: "1000", app: Scene.client)
        user.email = "bo@example.com"
        user.picture = "https://scontent.example/1000.jpg?x=1&y=2"
        user.friends = ["1001", "1002"]
        change(&user)
        return user
    }

    @Test func `an access token is this user's, with names, picture and friends`() async throws {
        try await Scene.run(.facebook) { scene in
            scene.local.add(Self.user())
            let account = try await scene.verifier()
                .verify(.accessToken("EAAtoken"), with: .facebook)
            #expect(account.provider == .facebook && account.subject == "1000")
            #expect(account.firstName == "Bo" && account.lastName == "Li")
            #expect(account.email == "bo@example.com" && !account.isEmailVerified)
            #expect(account.pictureURL == "https://scontent.example/1000.jpg?x=1&y=2")
            #expect(account.friendSubjects == ["1001", "1002"])
            #expect(account.use == nil)
            #expect(scene.local.fetches == 0)
        }
    }

    /// A fault of a token, for which it is refused.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout LocalGraphUser) -> Void
    }

    private static let faults: [Fault] = [
        Fault(testDescription: "another app's") { $0.app = "com.example.evil" },
        Fault(testDescription: "not valid") { $0.isValid = false },
        Fault(testDescription: "expired") { $0.expiresAt = 1_800_000_000 },
        Fault(testDescription: "a page's") { $0.type = "PAGE" },
        Fault(testDescription: "an app's") { $0.type = "APP" },
        Fault(testDescription: "without a subject") { $0.subject = "" },
        Fault(testDescription: "of a user described as another") { $0.describes = "1" },
    ]

    @Test(arguments: faults)
    func `an access token with a fault is refused`(fault: Fault) async throws {
        try await Scene.run(.facebook) { scene in
            scene.local.add(Self.user(fault.change))
            let verifier = try scene.verifier()
            #expect(
                await verifier.refusal(of: .accessToken("EAAtoken"), with: .facebook)
                    == .invalidToken
            )
            #expect(await verifier.status().first?.lastFailure == nil)
        }
    }

    @Test func `a token that expires in a second is accepted`() async throws {
        try await Scene.run(.facebook) { scene in
            scene.local.add(Self.user { $0.expiresAt = 1_800_000_001 })
            let verifier = try scene.verifier()
            #expect(await verifier.refusal(of: .accessToken("EAAtoken"), with: .facebook) == nil)
        }
    }

    @Test(
        arguments: [
            "", "unknown", "EAA token", "EAAtoken\n", "EAAtoken&access_token=x", "ÉAA",
            "EAAtoken#", "EAAtoken%00", "../me?x=", "com.example.gauntlet|secret",
            String(repeating: "E", count: 2_049), String(repeating: "E", count: 1 << 20),
        ]
    )
    func `texts that are no tokens are refused, and change no question`(
        text: String
    ) async throws {
        try await Scene.run(.facebook) { scene in
            scene.local.add(Self.user())
            let verifier = try scene.verifier()
            #expect(
                await verifier.refusal(of: .accessToken(text), with: .facebook) == .invalidToken
            )
            #expect(scene.local.requests.count <= 1)
            let path = "/v23.0/debug_token?input_token="
            #expect(scene.local.requests.allSatisfy { $0.hasPrefix(path) })
            #expect(text.utf8.count <= 2_048 || scene.local.requests.isEmpty)
        }
    }

    @Test func `an app whose secret is refused is the operator's concern`() async throws {
        try await Scene.run(.facebook) { scene in
            scene.local.add(Self.user())
            let verifier = try scene.verifier(secret: "wrong")
            #expect(
                await verifier.refusal(of: .accessToken("EAAtoken"), with: .facebook)
                    == .unavailable
            )
            let reason = await verifier.status().first?.lastFailure?.reason
            #expect(reason == "debug_token at 127.0.0.1: it answered 400 with code 190")
        }
    }

    @Test(arguments: [(0, 1), (250, 1), (251, 2), (999, 4), (1_000, 4), (1_500, 4)])
    func `friends come in pages, and not without end`(count: Int, pages: Int) async throws {
        try await Scene.run(.facebook) { scene in
            scene.local.add(Self.user { $0.friends = (0..<count).map { "friend-\($0)" } })
            let account = try await scene.verifier()
                .verify(.accessToken("EAAtoken"), with: .facebook)
            #expect(account.friendSubjects == (0..<min(count, 1_000)).map { "friend-\($0)" })
            let asked = scene.local.requests.filter { $0.hasPrefix("/v23.0/me/friends?") }
            #expect(asked.count == pages)
        }
    }

    @Test func `the grey figure is no picture`() async throws {
        try await Scene.run(.facebook) { scene in
            scene.local.add(Self.user { $0.isSilhouette = true })
            let account = try await scene.verifier()
                .verify(.accessToken("EAAtoken"), with: .facebook)
            #expect(account.pictureURL == nil)
        }
    }
}
