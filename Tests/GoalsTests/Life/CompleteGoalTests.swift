import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Goals

/// Goals without a target are marked as done (2.4-goal, CH-05).
@Suite(.freshDatabase(Challenges.migrations))
struct CompleteGoalTests {
    private let scene = Scene()

    private func refusals(_ goal: Goal, on day: String, _ isDone: Bool? = nil) async -> [String] {
        let call = CompleteGoal(goal: goal.id, day: .of(day), isDone: isDone)
        return await scene.refusals(of: call)
    }

    @Test func `reached once it is over, and marking it again changes nothing`() async throws {
        let made = try await scene.setMark()
        let now = scene.clock.now
        let done = try await scene.mark(made.id)
        #expect(done.state == .completed)
        #expect(done.metAt == now)
        #expect(done.actions == [.change, .delete])
        scene.clock.advance(by: .days(1))
        #expect(try await scene.mark(made.id) == done)
        let back = CompleteGoal(goal: made.id, isDone: false)
        let fault = try #require(await scene.fault(back, as: scene.ana))
        #expect(fault.code == "challenges.wrong_state")
        #expect(fault.goal == done)
    }

    @Test func `it is told once, to its owner and to scoring`() async throws {
        let made = try await scene.setMark(.daily)
        let now = scene.clock.now
        try await scene.mark(made.id)
        try await scene.mark(made.id)
        try await scene.mark(made.id, on: nil, false)
        try await scene.mark(made.id)
        try await scene.come("2023-11-15T08:00:00Z")
        try await scene.mark(made.id)
        let told = try await scene.told(.goalReached)
        #expect(told.map(\.people) == [[scene.ana]])
        #expect(told.first?.name == "Walk backwards")
        #expect(told.first?.at == now)
        let reached = try await scene.emitted(GoalReached.self)
        #expect(reached.map(\.goal) == [made.id])
        #expect(reached.map(\.user) == [scene.ana])
        #expect(reached.map(\.name) == ["Walk backwards"])
        #expect(reached.map(\.at) == [now])
    }

    @Test func `a mark of today is taken back and set again`() async throws {
        let made = try await scene.setMark(.daily)
        let marked = try await scene.mark(made.id)
        #expect(marked.state == .active)
        #expect(marked.period?.state == .met)
        #expect(marked.period?.metAt == scene.clock.now)
        #expect(try await scene.mark(made.id) == marked)
        #expect(try await scene.mark(made.id, on: "2023-11-14") == marked)
        let back = try await scene.mark(made.id, on: "2023-11-14", false)
        #expect(back.period?.state == .open)
        #expect(back.period?.metAt == nil)
        #expect(back.metAt == marked.metAt)
        #expect(back.version == marked.version + 1)
        #expect(try await scene.mark(made.id, on: nil, false) == back)
        #expect(try await scene.mark(made.id).period?.state == .met)
        #expect(try await scene.goal(made.id).actions.contains(.complete))
    }

    @Test func `an earlier day is marked, or that is taken back, until its period closes`()
        async throws
    {
        let made = try await scene.setMark(.daily)
        try await scene.come("2023-11-15T00:00:00Z")
        #expect(try await scene.periods(of: made.id).first == "2023-11-14 missed")
        let late = try await scene.mark(made.id, on: "2023-11-14")
        #expect(late.metAt == scene.clock.now)
        #expect(late.period?.startsOn == .of("2023-11-15"))
        #expect(late.period?.state == .open)
        #expect(try await scene.periods(of: made.id) == ["2023-11-14 met", "2023-11-15 open"])
        #expect(try await scene.mark(made.id, on: "2023-11-14") == late)
        #expect(try await scene.told(.goalReached).count == 1)
        // 48 hours after its end it is closed.
        scene.turn(to: "2023-11-16T23:59:59Z")
        try await scene.fireDue()
        try await scene.mark(made.id, on: "2023-11-14", false)
        #expect(try await scene.periods(of: made.id).first == "2023-11-14 missed")
        scene.turn(to: "2023-11-17T00:00:00Z")
        for isDone in [true, false] {
            let call = CompleteGoal(goal: made.id, day: .of("2023-11-14"), isDone: isDone)
            let fault = try #require(await scene.fault(call, as: scene.ana))
            #expect(fault.code == "challenges.period_closed")
            #expect(fault.goal?.id == made.id)
        }
        #expect(try await scene.periods(of: made.id).first == "2023-11-14 missed")
        #expect(try await scene.mark(made.id, on: "2023-11-15").state == .active)
    }

    @Test func `a future day, or one before the first period, is refused`() async throws {
        let daily = try await scene.setMark(.daily)
        let invalid = ["/day challenges.day_invalid"]
        #expect(await refusals(daily, on: "2023-11-15") == invalid)
        #expect(await refusals(daily, on: "2023-11-13") == invalid)
        #expect(await refusals(daily, on: "2033-11-15", false) == invalid)
        let weekly = try await scene.setMark(.weekly)
        #expect(await refusals(weekly, on: "2023-11-12") == invalid)
        #expect(await refusals(weekly, on: "2023-11-20") == invalid)
        // Any day of the period stands for it.
        #expect(try await scene.mark(weekly.id, on: "2023-11-13").period?.state == .met)
    }

    @Test func `though the timer is late, a mark counts for the day that it is`() async throws {
        let made = try await scene.setMark(.daily)
        scene.turn(to: "2023-11-16T00:00:00Z")
        let marked = try await scene.mark(made.id, on: "2023-11-16")
        #expect(marked.period?.startsOn == .of("2023-11-16"))
        #expect(
            try await scene.periods(of: made.id) == [
                "2023-11-14 missed", "2023-11-15 missed", "2023-11-16 met",
            ]
        )
        let other = try await scene.setMark(.daily)
        scene.turn(to: "2023-11-17T00:00:00Z")
        try await scene.mark(other.id, on: "2023-11-16")
        #expect(try await scene.periods(of: other.id) == ["2023-11-16 met", "2023-11-17 open"])
    }

    @Test func `a goal with a target is not marked`() async throws {
        let goals = [
            try await scene.set(), try await scene.set(.daily),
            try await scene.setSteps("10000", .daily),
        ]
        for goal in goals {
            for day in [nil, "2023-11-14", "2023-11-13"] {
                let call = CompleteGoal(goal: goal.id, day: day.map { .of($0) })
                let fault = try #require(await scene.fault(call, as: scene.ana))
                #expect(fault.code == "challenges.goal_has_target")
                #expect(fault.goal == goal)
            }
        }
    }

    @Test func `a stale version is refused with the present goal, whatever else is wrong`()
        async throws
    {
        for made in [try await scene.set(.daily), try await scene.setMark(.daily)] {
            let paused = try await scene.ask(PauseGoal(goal: made.id), as: scene.ana)
            for day in [nil, "2023-11-14"] {
                let stale = CompleteGoal(
                    goal: made.id,
                    day: day.map { .of($0) },
                    ifVersion: made.version
                )
                let fault = await scene.fault(stale, as: scene.ana)
                #expect(fault?.code == "challenges.version_stale")
                #expect(fault?.goal == paused)
            }
        }
    }

    @Test func `over by its last day, its last period is marked until it closes`() async throws {
        let made = try await scene.setMark(.daily, until: "2023-11-14")
        try await scene.come("2023-11-15T00:00:00Z")
        #expect(try await scene.goal(made.id).state == .expired)
        #expect(await scene.refusals(of: CompleteGoal(goal: made.id)) == ["challenges.wrong_state"])
        let late = try await scene.mark(made.id, on: "2023-11-14")
        // It is what it was when it ended.
        #expect(late.state == .expired)
        #expect(late.metAt == nil)
        #expect(try await scene.periods(of: made.id) == ["2023-11-14 met"])
        #expect(try await scene.emitted(GoalReached.self).isEmpty)
        scene.turn(to: "2023-11-17T00:00:00Z")
        #expect(await refusals(made, on: "2023-11-14", false) == ["challenges.period_closed"])
    }

    @Test func `given up, no day of it is marked`() async throws {
        let made = try await scene.setMark(.daily)
        let over = try await scene.ask(AbandonGoal(goal: made.id), as: scene.ana)
        let call = CompleteGoal(goal: made.id, day: .of("2023-11-14"))
        let fault = try #require(await scene.fault(call, as: scene.ana))
        #expect(fault.code == "challenges.wrong_state")
        #expect(fault.goal == over)
        #expect(try await scene.periods(of: made.id) == ["2023-11-14 rested"])
    }
}
