import ChallengesAPI
import ChallengesTestKit
import Identifiers
import TestKit
import Testing
import Wire

@testable import Challenges

/// What a user logged for a goal is listed (CH-22).
@Suite(.freshDatabase(Challenges.migrations))
struct ListGoalEntriesTests {
    private let scene = Scene()

    @Test func `entries are listed, what was logged last first, whatever the page`() async throws {
        let made = try await scene.set { $0.target = .of("100") }
        let other = try await scene.set()
        var ids: [EntryID] = []
        for number in 1...5 {
            ids.insert(try await scene.log("\(number)", for: made.id).id, at: 0)
            scene.clock.advance(by: .seconds(1))
        }
        for limit in [1, 2, 5, 100] {
            var call = ListGoalEntries(goal: made.id, limit: limit)
            var listed: [EntryID] = []
            repeat {
                let page = try await scene.ask(call, as: scene.ana)
                listed += page.items.map(\.id)
                call.cursor = page.nextCursor
            } while call.cursor != nil
            #expect(listed == ids)
        }
        let first = try await scene.ask(ListGoalEntries(goal: made.id, limit: 1), as: scene.ana)
        let cursor = try #require(first.nextCursor)
        let cases: [(ListGoalEntries, String)] = [
            (ListGoalEntries(goal: other.id, cursor: cursor), "/cursor challenges.cursor_invalid"),
            (ListGoalEntries(goal: made.id, cursor: "x"), "/cursor challenges.cursor_invalid"),
            (ListGoalEntries(goal: made.id, limit: 0), "/limit challenges.limit_invalid"),
        ]
        for (call, refusal) in cases { #expect(await scene.refusals(of: call) == [refusal]) }
    }
}
