import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

/// The wishlist, with definitions and contests (2.8-wishes, GC-14, GC-19).
@Suite(.freshDatabase(Challenges.migrations))
struct ListWishesTests {
    private let scene = Scene()

    /// Three definitions and three contests that Bo wishes for, the one wished for last first; two
    /// at the same moment.
    private func wished() async throws -> [String] {
        var wished: [(Instant, String)] = []
        for number in 0..<3 {
            if number != 1 { scene.clock.advance(by: .minutes(1)) }
            let definition = try await scene.storeDefinition()
            let contest = try await scene.storeContest()
            let wish = WishDefinition(definition: definition, wishes: true)
            _ = try await scene.ask(wish, as: scene.bo)
            _ = try await scene.ask(WishContest(contest: contest.id, wishes: true), as: scene.bo)
            wished += [
                (scene.clock.now, "\(definition)"), (scene.clock.now, "\(contest.id)"),
            ]
        }
        return wished.sorted { $0 > $1 }.map(\.1)
    }

    /// What is on all pages.
    private func listed(as user: UserID, limit: Int? = nil) async throws -> [String] {
        var call = ListWishes(limit: limit)
        var ids: [String] = []
        repeat {
            let page = try await scene.ask(call, as: user)
            ids += page.items.map { item in
                #expect((item.definition == nil) != (item.contest == nil))
                return item.definition.map { "\($0.id)" } ?? item.contest.map { "\($0.id)" } ?? ""
            }
            call.cursor = page.nextCursor
        } while call.cursor != nil
        return ids
    }

    @Test func `what was put there last comes first, whatever the size of pages`() async throws {
        let wished = try await wished()
        for limit in [1, 2, 3, 5, 6, 7, 100] {
            #expect(try await listed(as: scene.bo, limit: limit) == wished)
        }
        // Nobody else has any of it.
        #expect(try await listed(as: scene.ana) == [])
    }

    @Test func `an item is what the call for it shows`() async throws {
        _ = try await wished()
        for item in try await scene.ask(ListWishes(), as: scene.bo).items {
            if let contest = item.contest {
                let seen = try await scene.ask(GetContest(contest: contest.id), as: scene.bo)
                #expect(contest == seen)
                #expect(contest.wishedByMe)
            }
            if let definition = item.definition {
                let call = GetDefinition(definition: definition.id)
                #expect(try await definition == scene.ask(call, as: scene.bo))
            }
        }
    }

    @Test func `a contest that is over stays, and an invisible one does not`()
        async throws
    {
        let wished = try await wished()
        try await scene.database.run(
            "UPDATE contests SET state = 'cancelled', closed_at = \(scene.clock.now)"
        )
        #expect(try await listed(as: scene.bo) == wished)
        try await scene.database.run("UPDATE contests SET visibility = 'private'")
        let definitions = try await scene.database.all("SELECT id FROM definitions") { row in
            "\(try row.next(DefinitionID.self))"
        }
        #expect(try await listed(as: scene.bo) == wished.filter { definitions.contains($0) })
        try await scene.database.run("UPDATE definitions SET state = 'deleted'")
        #expect(try await listed(as: scene.bo) == [])
        // Access came back, and with it the wish.
        try await scene.database.run("UPDATE contests SET visibility = 'public'")
        #expect(try await listed(as: scene.bo).count == 3)
        try await scene.relate(scene.ana, scene.bo, .blocked)
        #expect(try await listed(as: scene.bo) == [])
    }

    @Test func `presets are in the caller's language`() async throws {
        let id = try await scene.preset("walk-backwards")
        _ = try await scene.ask(WishDefinition(definition: id, wishes: true), as: scene.bo)
        var names: Set<String?> = []
        for languages in ["en", "de"] {
            let page = try await scene.ask(ListWishes(languages: languages), as: scene.bo)
            names.insert(page.items.first?.definition?.name)
        }
        #expect(names == ["Walk backwards", "Rückwärts gehen"])
    }

    @Test func `a bad page is refused`() async throws {
        _ = try await wished()
        for limit in [0, 101] {
            let refusal = Refusal(ChallengesError.limitInvalid, at: "/limit").fault
            #expect(await scene.fault(ListWishes(limit: limit), as: scene.bo) == refusal)
        }
        let first = try await scene.ask(ListWishes(limit: 1), as: scene.bo)
        let cursor = try #require(first.nextCursor)
        let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
        #expect(await scene.fault(ListMyLikes(cursor: cursor), as: scene.bo) == refusal)
        #expect(await scene.fault(ListWishes(cursor: "x"), as: scene.bo) == refusal)
    }
}
