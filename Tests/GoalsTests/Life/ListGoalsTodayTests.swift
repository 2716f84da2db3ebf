import ChallengesAPI
import ChallengesTestKit
import Identifiers
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// How a user's active goals stand today (CH-14, CH-22).
@Suite(.freshDatabase(Challenges.migrations))
struct ListGoalsTodayTests {
    private let scene = Scene()

    private func today(limit: Int? = nil) async throws -> [GoalToday] {
        var call = ListGoalsToday(limit: limit)
        var items: [GoalToday] = []
        repeat {
            let page = try await scene.ask(call, as: scene.ana)
            items += page.items
            call.cursor = page.nextCursor
        } while call.cursor != nil
        return items
    }

    @Test func `today has what is left of each active goal, by when it ends`() async throws {
        let endless = try await scene.set()
        let month = try await scene.set(.monthly)
        let day = try await scene.setSteps("10000", .daily)
        let paused = try await scene.set(.daily)
        let mark = try await scene.setMark(.weekly)
        let last = try await scene.set(.once, until: "2023-11-16")
        _ = try await scene.ask(PauseGoal(goal: paused.id), as: scene.ana)
        try await scene.walk("4000", from: "watch")
        try await scene.walk("6500", from: "phone")
        try await scene.log("2.5", for: endless.id)
        try await scene.log("12", for: month.id)
        let ids = [day, last, mark, month, endless].map(\.id)
        for limit in [1, 2, 3, 100] {
            #expect(try await today(limit: limit).map(\.goal) == ids)
        }
        let items = try await today()
        #expect(items.map(\.value) == ["6500", "0", nil, "12", "2.5"].map { $0.map { .of($0) } })
        #expect(items.map(\.target) == ["10000", "10", nil, "10", "10"].map { $0.map { .of($0) } })
        #expect(items.map(\.left) == ["3500", "10", nil, "0", "7.5"].map { $0.map { .of($0) } })
        #expect(items.map(\.progress) == [65, 0, nil, 100, 25])
        #expect(
            items.map(\.period?.startsOn.description) == [
                "2023-11-14", nil, "2023-11-13", "2023-11-01", nil,
            ]
        )
        #expect(items[0].metric == .steps)
        #expect(items[0].unit == "steps")
        #expect(items[0].name == "Walk 10K steps")
        #expect(items[0].period?.value == .of("6500"))
    }

    @Test func `goals without an end stand on one page each too`() async throws {
        var ids: Set<ChallengeID> = []
        for _ in 0..<5 { ids.insert(try await scene.set().id) }
        let listed = try await today(limit: 2).map(\.goal)
        #expect(listed.count == 5)
        #expect(Set(listed) == ids)
    }

    @Test func `what is over by the clock is not one of today's, and the next period is`()
        async throws
    {
        let over = try await scene.set(.once, until: "2023-11-14")
        let daily = try await scene.set(.daily)
        try await scene.log("4", for: daily.id)
        #expect(try await today().map(\.goal).count == 2)
        scene.turn(to: "2023-11-15T00:00:00Z")
        let items = try await today()
        #expect(items.map(\.goal) == [daily.id])
        #expect(items[0].period?.startsOn == .of("2023-11-15"))
        #expect(items[0].value == .zero)
        #expect(try await scene.goal(over.id).state == .expired)
    }

    @Test func `a goal whose timer is late stands where its period ends now`() async throws {
        var ids: [ChallengeID] = []
        for _ in 0..<3 { ids.append(try await scene.set(.once, until: "2023-11-16").id) }
        ids.append(try await scene.set(.daily).id)
        ids.append(try await scene.set(.once, until: "2023-11-17").id)
        scene.turn(to: "2023-11-16T12:00:00Z")
        for limit in [1, 2, 100] {
            #expect(try await today(limit: limit).map(\.goal) == ids)
        }
    }

    @Test func `another limit or cursor is refused`() async throws {
        for call in [ListGoalsToday(limit: 0), ListGoalsToday(limit: 101)] {
            #expect(await scene.refusals(of: call) == ["/limit challenges.limit_invalid"])
        }
        let call = ListGoalsToday(cursor: "x")
        #expect(await scene.refusals(of: call) == ["/cursor challenges.cursor_invalid"])
    }
}
