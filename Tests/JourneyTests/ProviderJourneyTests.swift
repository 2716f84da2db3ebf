import HTTPTypes
import TestBasics
import TestKit
import Testing
import Values

@testable import Gateway

/// Signing in with Facebook and Apple, over HTTP (2.8-logins).
struct ProviderJourneyTests {
    /// A picture whose file says when it was taken.
    private static let picture = Phone.picture(takenAt: moment)
    private static let moment = Instant(microseconds: 1_777_638_600_000_000)

    @Test func `two friends on Facebook are suggested to each other, and are no friends`()
        async throws
    {
        try await LoginCluster.run { cluster in
            let facebook = cluster.providers.facebook
            func user(_ name: String, friend: String) -> LocalGraphUser {
                var user = LocalGraphUser(
                    token: "EAAtoken\(name)",
                    subject: name,
                    app: LocalProviders.client
                )
                user.firstName = name
                user.friends = [friend]
                return user
            }
            facebook.add(user("Ana", friend: "Cyd"))
            facebook.add(user("Cyd", friend: "Ana"))
            var people: [Phone] = []
            for (phone, name) in zip(cluster.phones, ["Ana", "Cyd"]) {
                let made = try await phone.enter(facebook, ["accessToken": "EAAtoken\(name)"])
                #expect(made.status == 201, "\(made.text)")
                #expect(made["user"]["firstName"]?.text == name)
                people.append(try phone.signedIn(made))
            }
            for (one, other) in [(people[0], people[1]), (people[1], people[0])] {
                let page = try await one.succeed("GET /v1/suggestions")
                #expect(page["items"].items.map { $0["user"]["id"]?.text } == [other.id])
                #expect(page["items"][0]["source"] == "facebook")
                #expect(try await one.succeed("GET /v1/friends")["items"].items.isEmpty)
            }
            try await people[0].befriend(people[1])
            for one in people {
                #expect(try await one.succeed("GET /v1/suggestions")["items"].items.isEmpty)
                #expect(try await one.succeed("GET /v1/friends")["items"].items.count == 1)
            }
        }
    }

    /// By an access token, and by the identity token of Limited Login.
    @Test(arguments: [false, true])
    func `Facebook's picture becomes the avatar, without its metadata`(
        isLimited: Bool
    ) async throws {
        try await LoginCluster.run { cluster in
            let (facebook, nobody) = (cluster.providers.facebook, cluster.phones[0])
            facebook.serves(Self.picture, at: "/pictures/ana.jpg")
            var user = LocalGraphUser(token: "EAA1", subject: "ana", app: LocalProviders.client)
            user.picture = "\(facebook.url)/pictures/ana.jpg"
            facebook.add(user)
            let token = try facebook.signed("ana", nonce: "n-1")
            let made = try await nobody.enter(
                facebook,
                isLimited ? ["identityToken": token, "nonce": "n-1"] : ["accessToken": "EAA1"]
            )
            #expect(made.status == 201, "\(made.text)")
            #expect(made["user"]["username"] == "bo.li")
            let ana = try nobody.signedIn(made)
            let url = try #require(try await ana.succeed("GET /v1/me")["avatarURL"]?.text)
            // Also at the other gateway.
            let shown = try await cluster.phones[1].succeed("GET \(url)")
            #expect(shown.headers[.contentType] == "image/png")
            let hidden = (["eXIf"] + EXIFSample.secrets).map { Array($0.utf8) }
            #expect(hidden.allSatisfy { Self.picture.contains($0) })
            let served = Array(shown.text.utf8)
            #expect(!hidden.contains { served.contains($0) })
        }
    }

    @Test func `with Apple the names come with the call, and the address may be a relay`()
        async throws
    {
        try await LoginCluster.run { cluster in
            let (apple, nobody) = (cluster.providers.apple, cluster.phones[0])
            let relay = "x7k2@privaterelay.appleid.com"
            func token() throws -> String {
                var token = apple.token("000123.abc.0456", nonce: "n-1")
                token.claims["email"] = LocalToken.text(relay)
                return try token.signed(with: apple.key)
            }
            let sent = ["identityToken": try token(), "nonce": "n-1"]
            let nameless = try await nobody.enter(apple, sent)
            #expect(nameless.status == 400)
            #expect(nameless["errors"][0]["pointer"] == "/firstName")
            let names = ["firstName": "Zoë", "lastName": "Öz"]
            let made = try await nobody.enter(apple, sent.merging(names) { $1 })
            #expect(made.status == 201, "\(made.text)")
            #expect(made["user"]["firstName"] == "Zoë")
            #expect(made["user"]["lastName"] == "Öz")
            #expect(made["user"]["username"] == "zoe.oz")
            let zoe = try nobody.signedIn(made)
            let me = try await zoe.succeed("GET /v1/me")
            #expect(me["email"]?.text == relay)
            #expect(me["emailVerifiedAt"] != nil)
            // Later, Apple's app sends no names any more.
            let next = ["identityToken": try token(), "nonce": "n-1"]
            let again = try await cluster.phones[1].enter(apple, next)
            #expect(again.status == 201)
            #expect(again["user"]["id"]?.text == zoe.id)
            #expect(again["user"]["firstName"] == "Zoë")
        }
    }
}
