import ChallengesAPI
import ChallengesTestKit
import TestKit
import Testing
import Wire

@testable import Challenges

/// The categories of workouts (SF-18, SF-21).
@Suite(.freshDatabase(Challenges.migrations))
struct ListCategoriesTests {
    @Test func `three are there from the beginning`() async throws {
        let scene = Scene()
        let page = try await scene.ask(ListCategories(), as: scene.bo)
        #expect(
            page.items == [
                Category(id: "endurance", name: "Endurance"),
                Category(id: "strength", name: "Strength"),
                Category(id: "flexibility", name: "Flexibility"),
            ]
        )
        #expect(page.nextCursor == nil)
    }

    @Test func `pages show each once, in the operator's order`() async throws {
        let scene = Scene()
        for (id, position) in [("yoga", 2), ("balance", 2), ("chess", 1)] {
            _ = try await scene.operate(
                PutCategory(category: id, name: id, position: position)
            )
        }
        for limit in [1, 2, 3, 4, 100] {
            var ids: [String] = []
            var cursor: String?
            repeat {
                let call = ListCategories(limit: limit, cursor: cursor)
                let page = try await scene.ask(call, as: scene.ana)
                ids += page.items.map(\.id)
                cursor = page.nextCursor
            } while cursor != nil
            #expect(ids == ["chess", "endurance", "balance", "strength", "yoga", "flexibility"])
        }
    }

    @Test func `an invalid query is refused`() async {
        let scene = Scene()
        for (call, error, pointer) in [
            (ListCategories(limit: 0), ChallengesError.limitInvalid, "/limit"),
            (ListCategories(limit: 101), .limitInvalid, "/limit"),
            (ListCategories(cursor: "x"), .cursorInvalid, "/cursor"),
        ] as [(ListCategories, ChallengesError, String)] {
            #expect(await scene.fault(call, as: scene.ana) == Refusal(error, at: pointer).fault)
        }
    }

    @Test func `a cursor of another list is refused`() async throws {
        let scene = Scene()
        let other = try await scene.ask(ListDefinitions(limit: 1), as: scene.ana).nextCursor
        let cursor: String = try #require(other)
        let call = ListCategories(cursor: cursor)
        let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
        #expect(await scene.fault(call, as: scene.ana) == refusal)
    }
}
