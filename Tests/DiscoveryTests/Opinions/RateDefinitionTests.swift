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
@testable import Definitions

@Suite(.freshDatabase(Challenges.migrations))
struct RateDefinitionTests {
    @Test func `who completed it rates it, and mean and count are shown from the third rating on`()
        async throws
    {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        let people = [scene.bo, scene.cy, UserID(), UserID()]
        try await scene.complete(id, people)
        for (index, (person, stars)) in zip(people, [5, 3, 2, 1]).enumerated() {
            let call = RateDefinition(definition: id, stars: stars)
            let rated = try await scene.ask(call, as: person)
            #expect(rated.myRating == stars)
            let seen = try await scene.ask(GetDefinition(definition: id), as: scene.ana)
            #expect(seen.myRating == nil)
            #expect(seen.difficulty == rated.difficulty)
            switch index {
            case 2: #expect(seen.difficulty == (try difficulty("3.33", of: 3)))
            case 3: #expect(seen.difficulty == (try difficulty("2.75", of: 4)))
            default: #expect(seen.difficulty == nil)
            }
        }
        try await scene.expectCounted()
    }

    private func difficulty(
        _ mean: String,
        of count: Int
    ) throws -> Definition.Difficulty {
        Definition.Difficulty(mean: try #require(Amount(mean)), count: count)
    }

    @Test func `the operator says from how many ratings on they are shown`() async throws {
        let scene = Scene(rules: Rules(definitions: DefinitionRules(ratingsShown: 1)))
        let id = try await scene.storeDefinition()
        try await scene.complete(id, scene.bo)
        let rated = try await scene.ask(RateDefinition(definition: id, stars: 4), as: scene.bo)
        #expect(rated.difficulty == (try difficulty("4", of: 1)))
    }

    @Test func `a rating can be changed, and counts once`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        let people = [scene.bo, scene.cy, UserID()]
        try await scene.complete(id, people)
        for person in people {
            _ = try await scene.ask(RateDefinition(definition: id, stars: 5), as: person)
        }
        for (stars, mean) in [(2, "4"), (2, "4"), (1, "3.67"), (5, "5")] {
            let call = RateDefinition(definition: id, stars: stars)
            let rated = try await scene.ask(call, as: scene.bo)
            #expect(rated.myRating == stars)
            #expect(rated.difficulty == (try difficulty(mean, of: 3)))
            #expect(rated.version == 1)
            try await scene.expectCounted()
        }
    }

    @Test func `there are one to five stars`() async throws {
        let scene = Scene()
        for (stars, isAllowed) in [
            (0, false), (1, true), (5, true), (6, false), (-1, false), (Int.max, false),
        ] {
            let id = try await scene.storeDefinition()
            try await scene.complete(id, scene.bo)
            let call = RateDefinition(definition: id, stars: stars)
            let refusal = Refusal(ChallengesError.starsInvalid, at: "/stars").fault
            #expect(await scene.fault(call, as: scene.bo) == (isAllowed ? nil : refusal))
            #expect(try await scene.database.counts(of: [id])[id]?.ratings == (isAllowed ? 1 : 0))
        }
    }

    @Test func `its author may not rate it, even after completing it`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        try await scene.complete(id, scene.ana)
        let call = RateDefinition(definition: id, stars: 5)
        let fault = await scene.fault(call, as: scene.ana)
        #expect(fault == ChallengesError.ownDefinition.fault)
        #expect(fault?.kind == .conflict)
        #expect(try await scene.database.counts(of: [id])[id]?.ratings == 0)
    }

    @Test func `who only took it on may not rate it, nor who completed another one`()
        async throws
    {
        let scene = Scene()
        let (id, other) = (try await scene.storeDefinition(), try await scene.storeDefinition())
        try await scene.complete(other, scene.bo)
        let call = RateDefinition(definition: id, stars: 3)
        let refusal = ChallengesError.notCompleted.fault
        #expect(refusal.kind == .conflict)
        #expect(await scene.fault(call, as: scene.bo) == refusal)
        try await scene.database.transaction { tx in
            try tx.use(id, by: scene.bo, at: scene.clock.now)
        }
        #expect(await scene.fault(call, as: scene.bo) == refusal)
        try await scene.complete(id, scene.bo)
        #expect(await scene.fault(call, as: scene.bo) == nil)
    }

    @Test func `a user who completed a preset may rate it`() async throws {
        let scene = Scene()
        let id = try await scene.preset("walk-backwards")
        let call = RateDefinition(definition: id, stars: 3, languages: "de")
        #expect(await scene.fault(call, as: scene.bo) == ChallengesError.notCompleted.fault)
        try await scene.complete(id, scene.bo)
        #expect(try await scene.ask(call, as: scene.bo).myRating == 3)
    }

    @Test func `what one cannot see is not found`() async throws {
        try await Scene.expectNotFound { RateDefinition(definition: $0, stars: 3) }
    }

    @Test func `a lost reply is repeated, whatever happened since`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        try await scene.complete(id, scene.bo)
        let call = RateDefinition(definition: id, stars: 2)
        let first = try await scene.ask(call, as: scene.bo, key: "k")
        _ = try await scene.ask(RateDefinition(definition: id, stars: 4), as: scene.bo)
        #expect(try await scene.ask(call, as: scene.bo, key: "k") == first)
        #expect(try await scene.database.opinions(of: scene.bo, on: [id])[id]?.stars == 4)
    }

    @Test func `rating requires signing in`() async throws {
        let scene = Scene()
        let call = RateDefinition(definition: try await scene.storeDefinition(), stars: 3)
        await #expect(throws: WireError.signInNeeded.fault) {
            try await scene.board.call(call, in: CallContext())
        }
    }

    @Test func `ratings at once count once for each person`() async throws {
        let scene = Scene()
        let id = try await scene.storeDefinition()
        let people = (0..<12).map { _ in UserID() }
        try await scene.complete(id, people)
        let calls = people.flatMap { person in
            (1...5).map { (person, RateDefinition(definition: id, stars: $0)) }
        }
        #expect(await scene.faults(calls) == [])
        let seen = try await scene.ask(GetDefinition(definition: id), as: scene.ana)
        #expect(seen.difficulty?.count == 12)
        try await scene.expectCounted()
    }
}
