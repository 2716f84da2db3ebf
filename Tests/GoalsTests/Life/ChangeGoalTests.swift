import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Goals

/// What a goal's owner changes of it (2.4-goal, 2.4-target, CH-20, CH-21).
@Suite(.freshDatabase(Challenges.migrations))
struct ChangeGoalTests {
    private let scene = Scene()

    private func change(
        _ goal: ChallengeID,
        _ change: (inout ChangeGoal) -> Void
    ) async throws -> Goal {
        var call = ChangeGoal(goal: goal)
        change(&call)
        return try await scene.ask(call, as: scene.ana)
    }

    private func refusals(
        _ goal: ChallengeID,
        _ change: (inout ChangeGoal) -> Void
    ) async -> [String] {
        var call = ChangeGoal(goal: goal)
        change(&call)
        return await scene.refusals(of: call)
    }

    @Test func `text and visibility are changed, and what is absent stays`() async throws {
        let made = try await scene.set { $0.description = "In bed." }
        let named = try await change(made.id) { $0.name = "Write" }
        #expect(named.name == "Write")
        #expect(named.description == "In bed.")
        #expect(named.version == made.version + 1)
        let shared = try await change(made.id) { $0.visibility = .friends }
        #expect(shared.visibility == .friends)
        #expect(shared.name == "Write")
        let empty = try await change(made.id) { $0.description = "" }
        #expect(empty.description == "")
        #expect(empty.version == made.version + 3)
        #expect(try await scene.goal(made.id) == empty)
    }

    @Test func `what is the same already changes nothing`() async throws {
        let made = try await scene.set { call in
            (call.description, call.recurrence) = ("In bed.", .daily)
            (call.lastDay, call.restWeekdays) = (.of("2023-11-30"), [6, 7])
        }
        let same = try await change(made.id) { call in
            (call.name, call.description, call.unit) = ("Read", "In bed.", "pages")
            (call.target, call.recurrence, call.visibility) = (.of("10"), .daily, .private)
            (call.lastDay, call.restWeekdays) = (.of("2023-11-30"), [7, 6])
        }
        #expect(same == made)
        #expect(try await change(made.id) { _ in } == made)
        let metric = try await scene.setSteps()
        #expect(try await change(metric.id) { $0.metric = .steps } == metric)
    }

    @Test func `a new target holds from the next period on`() async throws {
        let made = try await scene.set(.daily)
        try await scene.log("6", for: made.id)
        let changed = try await change(made.id) { $0.target = .of("5") }
        #expect(changed.target == .of("10"))
        #expect(changed.nextTarget == .of("5"))
        #expect(changed.period?.target == .of("10"))
        #expect(changed.period?.state == .open)
        #expect(changed.progress == 60)
        try await scene.come("2023-11-15T00:00:00Z")
        let next = try await scene.goal(made.id)
        #expect(next.target == .of("5"))
        #expect(next.nextTarget == nil)
        #expect(next.period?.target == .of("5"))
        #expect(
            try await scene.periods(of: made.id) == ["2023-11-14 missed 6", "2023-11-15 open 0"]
        )
        // What is logged late counts towards the target that its day had.
        try await scene.log("3", for: made.id, at: .of("2023-11-14T23:00:00Z"))
        #expect(try await scene.periods(of: made.id).first == "2023-11-14 missed 9")
    }

    @Test func `of a goal that is reached once it holds at once, and may reach it`() async throws {
        let made = try await scene.set()
        try await scene.log("6", for: made.id)
        let more = try await change(made.id) { $0.target = .of("12") }
        #expect(more.target == .of("12"))
        #expect(more.nextTarget == nil)
        #expect(more.state == .active)
        #expect(more.progress == 50)
        let now = scene.clock.now
        let reached = try await change(made.id) { $0.target = .of("6") }
        #expect(reached.state == .completed)
        #expect(reached.metAt == now)
        #expect(reached.progress == 100)
        #expect(try await scene.told(.goalReached).count == 1)
    }

    @Test func `what is counted and how often stays`() async throws {
        let made = try await scene.set(.daily)
        #expect(
            await refusals(made.id) { $0.recurrence = .weekly }
                == ["/recurrence challenges.goal_fixed"]
        )
        #expect(await refusals(made.id) { $0.unit = "books" } == ["/unit challenges.goal_fixed"])
        #expect(await refusals(made.id) { $0.unit = "" } == ["/unit challenges.goal_fixed"])
        #expect(
            await refusals(made.id) { $0.metric = .steps } == ["/metric challenges.goal_fixed"]
        )
        let marked = try await scene.setMark(.daily)
        #expect(
            await refusals(marked.id) { $0.target = .of("3") } == ["/target challenges.goal_fixed"]
        )
        let steps = try await scene.setSteps("10000", .daily)
        #expect(
            await refusals(steps.id) { $0.metric = .energy } == ["/metric challenges.goal_fixed"]
        )
        #expect(
            await refusals(steps.id) { $0.target = .of("200001") }
                == ["/target challenges.goal_beyond_day"]
        )
    }

    @Test func `fields are checked as those of a new goal`() async throws {
        let made = try await scene.set { $0.wholeNumbers = true }
        let cases: [((inout ChangeGoal) -> Void, String)] = [
            ({ $0.name = "" }, "/name challenges.name_invalid"),
            (
                { $0.description = String(repeating: "x", count: 2_001) },
                "/description challenges.description_invalid"
            ),
            ({ $0.target = .zero }, "/target challenges.goal_not_a_number"),
            ({ $0.target = .of("-1") }, "/target challenges.goal_not_a_number"),
            ({ $0.target = .of("1.5") }, "/target challenges.target_not_whole"),
            ({ $0.lastDay = .of("2023-11-13") }, "/lastDay challenges.last_day_invalid"),
            ({ $0.restWeekdays = [1] }, "/restWeekdays challenges.rest_weekdays_invalid"),
            ({ $0.restWeekdays = [0] }, "/restWeekdays challenges.rest_weekdays_invalid"),
            ({ $0.visibility = .public }, "/visibility challenges.visibility_unknown"),
        ]
        for (change, refusal) in cases {
            #expect(await refusals(made.id, change) == [refusal])
        }
        #expect(try await scene.goal(made.id) == made)
        let call = ChangeGoal(goal: ChallengeID(), name: "Write")
        #expect(await scene.refusals(of: call) == ["challenges.goal_not_found"])
    }

    @Test func `once it is over its text still changes, and nothing else`() async throws {
        let made = try await scene.set(.once, until: "2023-11-20")
        try await scene.log("10", for: made.id)
        let over = try await change(made.id) { call in
            (call.name, call.description, call.visibility) = ("Read!", "It was good.", .friends)
        }
        #expect(over.state == .completed)
        #expect(over.description == "It was good.")
        #expect(over.name == "Read!")
        #expect(over.visibility == .friends)
        // The target that it has is no other one.
        #expect(try await change(made.id) { $0.target = .of("10") } == over)
        for target in ["9", "11"] {
            let refusals = await refusals(made.id) { $0.target = .of(target) }
            #expect(refusals == ["/target challenges.goal_fixed"])
        }
        let refusals = await refusals(made.id) { $0.lastDay = .of("2023-11-21") }
        #expect(refusals == ["/lastDay challenges.goal_fixed"])
        // The last day that it has is no other one either, though it is past.
        scene.clock.advance(by: .days(30))
        #expect(try await change(made.id) { $0.lastDay = .of("2023-11-20") } == over)
        let daily = try await scene.set(.daily)
        _ = try await scene.ask(AbandonGoal(goal: daily.id), as: scene.ana)
        let rest = await self.refusals(daily.id) { $0.restWeekdays = [1] }
        #expect(rest == ["/restWeekdays challenges.goal_fixed"])
    }

    @Test func `a stale version is refused with the present goal`() async throws {
        let made = try await scene.set()
        let named = try await change(made.id) { ($0.name, $0.ifVersion) = ("Write", made.version) }
        let call = ChangeGoal(goal: made.id, name: "Draw", ifVersion: made.version)
        let fault = try #require(await scene.fault(call, as: scene.ana))
        #expect(fault.code == "challenges.version_stale")
        #expect(fault.goal == named)
        #expect(try await scene.goal(made.id) == named)
    }

    @Test func `repeated with its key it is changed once`() async throws {
        let made = try await scene.set()
        let call = ChangeGoal(goal: made.id, name: "Write")
        let named = try await scene.ask(call, as: scene.ana, key: "one")
        let drawn = try await change(made.id) { $0.name = "Draw" }
        #expect(try await scene.ask(call, as: scene.ana, key: "one") == named)
        #expect(try await scene.goal(made.id) == drawn)
    }

    @Test func `days of rest hold at once, and may be taken back`() async throws {
        let made = try await scene.set(.daily)
        // A Tuesday.
        let resting = try await change(made.id) { $0.restWeekdays = [3, 2] }
        #expect(resting.restWeekdays == [2, 3])
        try await scene.come("2023-11-15T00:00:00Z")
        #expect(try await change(made.id) { $0.restWeekdays = [] }.restWeekdays == [])
        try await scene.come("2023-11-16T00:00:00Z")
        #expect(
            try await scene.periods(of: made.id) == [
                "2023-11-14 rested 0", "2023-11-15 missed 0", "2023-11-16 open 0",
            ]
        )
    }

    @Test func `a last day shortens the present period`() async throws {
        let made = try await scene.set(.weekly)
        let shorter = try await change(made.id) { $0.lastDay = .of("2023-11-15") }
        #expect(shorter.lastDay == .of("2023-11-15"))
        #expect(shorter.period?.startsOn == .of("2023-11-13"))
        #expect(shorter.period?.endsOn == .of("2023-11-15"))
        #expect(try await scene.dueTimes() == [.of("2023-11-16T00:00:00Z")])
        let longer = try await change(made.id) { $0.lastDay = .of("2023-11-21") }
        #expect(longer.period?.endsOn == .of("2023-11-19"))
        #expect(try await scene.dueTimes() == [.of("2023-11-20T00:00:00Z")])
        try await scene.come("2023-11-20T00:00:00Z")
        #expect(try await scene.goal(made.id).period?.endsOn == .of("2023-11-21"))
        try await scene.come("2023-11-22T00:00:00Z")
        #expect(try await scene.goal(made.id).state == .expired)
        #expect(try await scene.dueTimes() == [])
    }

    @Test func `a last day of a goal that is reached once moves its timer`() async throws {
        let made = try await scene.set()
        _ = try await change(made.id) { $0.lastDay = .of("2023-11-15") }
        #expect(try await scene.dueTimes() == [.of("2023-11-16T00:00:00Z")])
        _ = try await change(made.id) { $0.lastDay = .of("2023-11-14") }
        #expect(try await scene.dueTimes() == [.of("2023-11-15T00:00:00Z")])
    }

    @Test func `time goes first, though the timer is late`() async throws {
        let made = try await scene.set(.daily)
        scene.turn(to: "2023-11-15T00:00:00Z")
        let changed = try await change(made.id) { $0.target = .of("5") }
        #expect(changed.period?.startsOn == .of("2023-11-15"))
        #expect(changed.target == .of("10"))
        #expect(changed.nextTarget == .of("5"))
        #expect(
            try await scene.periods(of: made.id) == ["2023-11-14 missed 0", "2023-11-15 open 0"]
        )
    }
}
