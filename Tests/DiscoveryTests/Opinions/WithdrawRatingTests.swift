import ChallengesAPI
import ChallengesTestKit
import Identifiers
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Definitions

/// Ratings that are taken back (2.5-difficulty, 2.8-take-back).
@Suite(.freshDatabase(Challenges.migrations))
struct WithdrawRatingTests {
    private let scene = Scene(rules: Rules(definitions: DefinitionRules(ratingsShown: 1)))

    @Test func `mean and count are those of the ratings that are left`() async throws {
        let id = try await scene.storeDefinition()
        try await scene.complete(id, scene.bo, scene.cy)
        for (user, stars) in [(scene.bo, 5), (scene.cy, 2)] {
            _ = try await scene.ask(RateDefinition(definition: id, stars: stars), as: user)
        }
        let withdraw = WithdrawRating(definition: id)
        let seen = try await scene.ask(withdraw, as: scene.bo)
        #expect(seen.myRating == nil)
        #expect(seen.difficulty?.count == 1)
        #expect(seen.difficulty?.mean == Amount(whole: 2))
        #expect(seen.version == 1)
        #expect(try await scene.ask(GetDefinition(definition: id), as: scene.bo) == seen)
        // Twice changes nothing, and so do those who never rated it, its author among them.
        #expect(try await scene.ask(withdraw, as: scene.bo) == seen)
        for user in [UserID(), scene.ana] {
            #expect(try await scene.ask(withdraw, as: user).difficulty?.count == 1)
        }
        let last = try await scene.ask(withdraw, as: scene.cy)
        #expect(last.difficulty == nil)
        try await scene.expectCounted()
        // It is rated again.
        let again = RateDefinition(definition: id, stars: 1)
        #expect(try await scene.ask(again, as: scene.bo).difficulty?.count == 1)
        try await scene.expectCounted()
    }

    @Test func `what one cannot see is not found`() async throws {
        try await Scene.expectNotFound { WithdrawRating(definition: $0) }
    }

    @Test func `a lost reply is repeated, whatever happened since`() async throws {
        let id = try await scene.storeDefinition()
        try await scene.complete(id, scene.bo)
        let rate = RateDefinition(definition: id, stars: 2)
        _ = try await scene.ask(rate, as: scene.bo)
        let withdraw = WithdrawRating(definition: id)
        let first = try await scene.ask(withdraw, as: scene.bo, key: "k")
        _ = try await scene.ask(rate, as: scene.bo)
        #expect(try await scene.ask(withdraw, as: scene.bo, key: "k") == first)
        #expect(try await scene.database.opinions(of: scene.bo, on: [id])[id]?.stars == 2)
    }

    @Test func `it requires signing in`() async throws {
        let call = WithdrawRating(definition: try await scene.storeDefinition())
        await #expect(throws: WireError.signInNeeded.fault) {
            try await scene.board.call(call, in: CallContext())
        }
    }

    @Test func `ratings that come and go at once are counted exactly`() async throws {
        let id = try await scene.storeDefinition()
        let people = (0..<12).map { _ in UserID() }
        try await scene.complete(id, people)
        await withTaskGroup { group in
            for user in people {
                group.addTask {
                    _ = await scene.fault(RateDefinition(definition: id, stars: 3), as: user)
                    _ = await scene.fault(WithdrawRating(definition: id), as: user)
                }
            }
        }
        try await scene.expectCounted()
        let seen = try await scene.ask(GetDefinition(definition: id), as: scene.ana)
        #expect(seen.difficulty == nil)
    }
}
