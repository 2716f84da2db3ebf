import ChallengesAPI
import ChallengesTestKit
import TestKit
import Testing
import Wire

@testable import Challenges

/// Goals are given up (2.4-goal).
@Suite(.freshDatabase(Challenges.migrations))
struct AbandonGoalTests {
    private let scene = Scene()

    private func abandon(_ goal: Goal) async throws -> Goal {
        try await scene.ask(AbandonGoal(goal: goal.id), as: scene.ana)
    }

    @Test func `given up, its period rests unless it was met, and no timer is left`() async throws {
        let open = try await scene.set(.daily)
        let met = try await scene.set(.weekly)
        try await scene.log("10", for: met.id)
        for goal in [open, met] {
            let over = try await abandon(goal)
            #expect(over.state == .abandoned)
            #expect(over.period == nil)
            #expect(over.value == nil)
            #expect(over.progress == nil)
            #expect(over.actions == [.change, .delete])
            // Given up again it is as it was.
            scene.clock.advance(by: .seconds(1))
            #expect(try await abandon(goal) == over)
        }
        #expect(try await scene.periods(of: open.id) == ["2023-11-14 rested 0"])
        #expect(try await scene.periods(of: met.id) == ["2023-11-13 met 10"])
        #expect(try await scene.dueTimes() == [])
    }

    @Test func `what is over is not given up`() async throws {
        for goal in try await scene.setOver() where goal.state != .abandoned {
            let fault = await scene.fault(AbandonGoal(goal: goal.id), as: scene.ana)
            #expect(fault?.code == "challenges.wrong_state")
            #expect(fault?.goal == goal)
            #expect(try await scene.goal(goal.id) == goal)
        }
    }

    @Test func `a stale version is refused with the present goal`() async throws {
        let made = try await scene.set(.daily)
        let paused = try await scene.ask(PauseGoal(goal: made.id), as: scene.ana)
        let stale = AbandonGoal(goal: made.id, ifVersion: made.version)
        let fault = await scene.fault(stale, as: scene.ana)
        #expect(fault?.code == "challenges.version_stale")
        #expect(fault?.goal == paused)
        let present = AbandonGoal(goal: made.id, ifVersion: paused.version)
        #expect(try await scene.ask(present, as: scene.ana).state == .abandoned)
    }
}
