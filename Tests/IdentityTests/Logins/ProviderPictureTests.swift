import Identifiers
import IdentityAPI
import Postgres
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// The pictures of accounts at providers (2.8-logins).
@Suite(.freshDatabase(Identity.migrations)) struct ProviderPictureTests {
    @Test func `the picture of a new login becomes the avatar of an account without one`()
        async throws
    {
        try await LoginScene.run { scene in
            var user = scene.user("ana")
            user.picture = "\(scene.facebook.url)/ana.jpg"
            scene.facebook.serves([1, 2, 3], at: "/ana.jpg")
            let ana = try await scene.enter(user).user
            let picture = try #require(scene.pictures.pictures.first)
            #expect(picture.value == [1, 2, 3])
            #expect(ana.avatarURL == MediaReference(picture.key))
            // A second login has another picture.
            scene.google.serves([4], at: "/pictures/ana.jpg")
            try await scene.link(.google, "ana", to: ana.id)
            #expect(scene.pictures.pictures.count == 1)
            let bo = try await scene.town.person("bob")
            scene.google.serves([5], at: "/pictures/bob.jpg")
            try await scene.link(.google, "bob", to: bo)
            #expect(try await scene.town.ask(GetMe(), as: bo).avatarURL != nil)
            #expect(scene.pictures.pictures.count == 2)
        }
    }

    @Test func `a later sign-in asks for no picture`() async throws {
        try await LoginScene.run { scene in
            var user = scene.user("ana")
            user.picture = "\(scene.facebook.url)/ana.jpg"
            let ana = try await scene.enter(user).user
            #expect(ana.avatarURL == nil)
            func fetches() -> Int { scene.facebook.requests.count { $0 == "/ana.jpg" } }
            #expect(fetches() == 1)
            scene.facebook.serves([1, 2, 3], at: "/ana.jpg")
            #expect(try await scene.enter(user).user.avatarURL == nil)
            // Linking the same login again is no new login either.
            let again = LinkLogin(provider: "facebook", accessToken: user.token)
            _ = try await scene.town.ask(again, as: ana.id)
            #expect(fetches() == 1)
        }
    }

    @Test func `a picture that is missing is no failure of the provider`() async throws {
        try await LoginScene.run { scene in
            _ = try await scene.enter(.google, "ana")
            #expect(scene.google.requests.contains("/pictures/ana.jpg"))
            let items = try await scene.town.ask(ListProviders(), peer: .operator).items
            #expect(items.count == 3)
            #expect(items.allSatisfy { $0.failedAt == nil && $0.failure == nil })
        }
    }

    @Test func `without a picture, or with one that is refused, the sign-up goes on`() async throws
    {
        try await LoginScene.run { scene in
            scene.pictures.refuse()
            scene.facebook.serves([1, 2, 3], at: "/ana.jpg")
            var user = scene.user("ana")
            user.picture = "\(scene.facebook.url)/ana.jpg"
            let refused = try await scene.enter(user).user
            #expect(refused.avatarURL == nil)
            user = scene.user("bob")
            user.picture = "https://10.0.0.1/bob.jpg"
            let unreachable = try await scene.enter(user).user
            #expect(unreachable.avatarURL == nil)
        }
    }
}
