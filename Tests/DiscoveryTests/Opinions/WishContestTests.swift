import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

/// Contests on a wishlist (2.8-wishes, GC-14).
@Suite(.freshDatabase(Challenges.migrations))
struct WishContestTests {
    private let scene = Scene()

    @Test func `a contest is put on the caller's wishlist, and taken off`() async throws {
        let (one, other) = (try await scene.storeContest(), try await scene.storeContest())
        let wish = WishContest(contest: one.id, wishes: true)
        for _ in 1...2 {
            let wished = try await scene.ask(wish, as: scene.bo)
            #expect(wished.wishedByMe)
            #expect(!wished.likedByMe)
            #expect(try await wished == scene.ask(GetContest(contest: one.id), as: scene.bo))
        }
        // Nobody else sees it, and no other contest is on it.
        for user in [scene.ana, scene.cy] {
            #expect(try await !scene.ask(GetContest(contest: one.id), as: user).wishedByMe)
        }
        #expect(try await !scene.ask(GetContest(contest: other.id), as: scene.bo).wishedByMe)
        #expect(try await scene.told(.liked).isEmpty)
        let unwish = WishContest(contest: one.id, wishes: false)
        for _ in 1...2 { #expect(try await !scene.ask(unwish, as: scene.bo).wishedByMe) }
        #expect(try await scene.ask(ListWishes(), as: scene.bo).items == [])
    }

    @Test func `what one cannot see is not found`() async throws {
        try await Scene.expectContestNotFound { WishContest(contest: $0, wishes: true) }
        try await Scene.expectContestNotFound { WishContest(contest: $0, wishes: false) }
    }

    @Test func `a draft is not wished for`() async throws {
        let draft = try await scene.storeContest(.draft)
        let call = WishContest(contest: draft.id, wishes: true)
        #expect(await scene.fault(call, as: scene.ana) == ChallengesError.wrongState.fault)
    }

    @Test func `a repeated wish keeps its time, and a lost reply is repeated`() async throws {
        let contest = try await scene.storeContest()
        let wish = WishContest(contest: contest.id, wishes: true)
        let firstAt = scene.clock.now
        let first = try await scene.ask(wish, as: scene.bo, key: "k")
        scene.clock.advance(by: .minutes(1))
        _ = try await scene.ask(wish, as: scene.bo)
        let listed = try await scene.ask(ListWishes(), as: scene.bo).items
        #expect(listed.map(\.wishedAt) == [firstAt])
        let unwish = WishContest(contest: contest.id, wishes: false)
        _ = try await scene.ask(unwish, as: scene.bo)
        #expect(try await scene.ask(wish, as: scene.bo, key: "k") == first)
        #expect(try await scene.ask(ListWishes(), as: scene.bo).items == [])
        #expect(await scene.fault(unwish, as: scene.bo, key: "k") == WireError.keyReused.fault)
    }
}
