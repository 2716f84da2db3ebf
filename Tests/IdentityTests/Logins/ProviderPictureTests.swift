import Identifiers
import IdentityAPI
import Postgres
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// The pictures of accounts at Facebook (2.8-logins).
@Suite(.freshDatabase(Identity.migrations)) struct ProviderPictureTests {
    @Test func `Facebook's picture becomes the avatar of those without one`() async throws {
        try await LoginScene.run { scene in
            var user = scene.user("ana")
            user.picture = "\(scene.facebook.url)/ana.jpg"
            let none = try await scene.enter(user).user
            #expect(none.avatarURL == nil)
            scene.facebook.serves([1, 2, 3], at: "/ana.jpg")
            let first = try await scene.enter(user).user
            let picture = try #require(scene.pictures.pictures.first)
            #expect(picture.value == [1, 2, 3])
            #expect(first.avatarURL == MediaReference(picture.key))
            scene.facebook.serves([4], at: "/ana.jpg")
            #expect(try await scene.enter(user).user.avatarURL == first.avatarURL)
            #expect(scene.pictures.pictures.count == 1)
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
