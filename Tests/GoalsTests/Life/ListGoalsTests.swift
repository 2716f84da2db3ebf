import ChallengesAPI
import ChallengesTestKit
import Identifiers
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// The lists of goals (CH-18, CH-19, CH-22).
@Suite(.freshDatabase(Challenges.migrations))
struct ListGoalsTests {
    private let scene = Scene()

    private func listed(
        _ list: ListGoals.Selection?,
        limit: Int? = nil,
        as user: UserID? = nil
    ) async throws -> [ChallengeID] {
        var call = ListGoals(list: list, limit: limit)
        var ids: [ChallengeID] = []
        repeat {
            let page = try await scene.ask(call, as: user ?? scene.ana)
            #expect(page.items.count <= limit ?? 20)
            ids += page.items.map(\.id)
            call.cursor = page.nextCursor
        } while call.cursor != nil
        return ids
    }

    /// Goals in each state, the newest first.
    private func setEach() async throws -> [Goal] {
        var goals: [Goal] = []
        for _ in 0..<5 {
            goals.insert(try await scene.setMark(until: "2023-11-14"), at: 0)
            scene.clock.advance(by: .seconds(1))
        }
        _ = try await scene.ask(PauseGoal(goal: goals[1].id), as: scene.ana)
        try await scene.mark(goals[2].id)
        _ = try await scene.ask(AbandonGoal(goal: goals[3].id), as: scene.ana)
        return goals
    }

    @Test func `active goals are those that are not over, history is all, the newest first`()
        async throws
    {
        let goals = try await setEach()
        let ids = goals.map(\.id)
        for limit in [1, 2, 3, 5, 100] {
            #expect(try await listed(.active, limit: limit) == [ids[0], ids[1], ids[4]])
            #expect(try await listed(.history, limit: limit) == ids)
        }
        #expect(try await listed(nil) == [ids[0], ids[1], ids[4]])
        #expect(try await listed(.history, as: scene.bo) == [])
        try await scene.come("2023-11-15T00:00:00Z")
        #expect(try await listed(.active) == [])
        #expect(try await listed(.history) == ids)
        let page = try await scene.ask(ListGoals(list: .history), as: scene.ana)
        #expect(
            page.items.map(\.state) == [.expired, .expired, .completed, .abandoned, .expired]
        )
        #expect(page.items[2] == (try await scene.goal(ids[2])))
    }

    @Test func `goals of the same moment stand on one page each`() async throws {
        var ids: Set<ChallengeID> = []
        for _ in 0..<5 { ids.insert(try await scene.setMark().id) }
        let listed = try await listed(.active, limit: 2)
        #expect(listed.count == 5)
        #expect(Set(listed) == ids)
    }

    @Test func `another list, limit or cursor is refused`() async throws {
        for _ in 0..<2 { _ = try await scene.setMark() }
        let page = try await scene.ask(ListGoals(limit: 1), as: scene.ana)
        let cursor = try #require(page.nextCursor)
        let cases: [(ListGoals, [String])] = [
            (ListGoals(list: .unknown), ["/list challenges.list_unknown"]),
            (ListGoals(limit: 0), ["/limit challenges.limit_invalid"]),
            (ListGoals(limit: 101), ["/limit challenges.limit_invalid"]),
            (ListGoals(cursor: "x"), ["/cursor challenges.cursor_invalid"]),
            // The cursor of another list.
            (ListGoals(list: .history, cursor: cursor), ["/cursor challenges.cursor_invalid"]),
        ]
        for (call, refusals) in cases {
            #expect(await scene.refusals(of: call) == refusals)
        }
    }
}
