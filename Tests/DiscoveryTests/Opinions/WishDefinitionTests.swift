import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

@Suite(.freshDatabase(Challenges.migrations))
struct WishDefinitionTests {
    @Test func `a definition is put on the caller's wishlist, and taken off`() async throws {
        let scene = Scene()
        let (id, other) = (try await scene.storeDefinition(), try await scene.storeDefinition())
        let wish = WishDefinition(definition: id, wishes: true)
        for _ in 1...2 {
            let wished = try await scene.ask(wish, as: scene.bo)
            #expect(wished.wishedByMe)
            #expect(!wished.likedByMe)
            let seen = try await scene.ask(GetDefinition(definition: id), as: scene.bo)
            #expect(wished == seen)
        }
        // Nobody else sees it, and no other definition is on it.
        for user in [scene.ana, scene.cy] {
            let seen = try await scene.ask(GetDefinition(definition: id), as: user)
            #expect(!seen.wishedByMe)
            #expect(seen.likeCount == 0)
        }
        let seen = try await scene.ask(GetDefinition(definition: other), as: scene.bo)
        #expect(!seen.wishedByMe)
        let unwish = WishDefinition(definition: id, wishes: false)
        for _ in 1...2 { #expect(try await !scene.ask(unwish, as: scene.bo).wishedByMe) }
        let opinions = try await scene.database.opinions(of: scene.bo, on: [id])
        #expect(opinions == [id: Opinion()])
    }

    @Test func `a repeated wish keeps its time`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        let first = scene.clock.now
        for _ in 1...2 {
            _ = try await scene.ask(WishDefinition(definition: id, wishes: true), as: scene.bo)
            scene.clock.advance(by: .minutes(1))
        }
        let times = try await scene.database.all("SELECT wished_at FROM wishes") { row in
            try row.next(Instant.self)
        }
        #expect(times == [first])
    }

    @Test func `what one cannot see is not found`() async throws {
        try await Scene.expectNotFound { WishDefinition(definition: $0, wishes: true) }
    }

    @Test func `a lost reply is repeated, whatever happened since`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        let wish = WishDefinition(definition: id, wishes: true)
        let first = try await scene.ask(wish, as: scene.bo, key: "k")
        _ = try await scene.ask(WishDefinition(definition: id, wishes: false), as: scene.bo)
        #expect(try await scene.ask(wish, as: scene.bo, key: "k") == first)
        #expect(try await scene.database.opinions(of: scene.bo, on: [id]) == [id: Opinion()])
    }

    @Test func `wishing requires signing in`() async throws {
        let scene = Scene()
        let call = WishDefinition(definition: try await scene.storeDefinition(), wishes: true)
        await #expect(throws: WireError.signInNeeded.fault) {
            try await scene.board.call(call, in: CallContext())
        }
    }
}
