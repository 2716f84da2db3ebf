import ChallengesAPI
import ChallengesTestKit
import TestKit
import Testing
import Wire

@testable import Challenges

/// Goals that rest go on (2.4-goal).
@Suite(.freshDatabase(Challenges.migrations))
struct ResumeGoalTests {
    private let scene = Scene()

    private func resume(_ goal: Goal) async throws -> Goal {
        try await scene.ask(ResumeGoal(goal: goal.id), as: scene.ana)
    }

    @Test func `resumed it goes on, and again it is as it was`() async throws {
        let made = try await scene.set(.daily)
        #expect(try await resume(made) == made)
        _ = try await scene.ask(PauseGoal(goal: made.id), as: scene.ana)
        let resumed = try await resume(made)
        #expect(resumed.state == .active)
        #expect(resumed.version == made.version + 2)
        #expect(resumed.actions == made.actions)
        #expect(try await resume(made) == resumed)
        #expect(try await scene.goal(made.id) == resumed)
    }

    @Test func `what is over is not resumed`() async throws {
        for goal in try await scene.setOver() {
            let fault = await scene.fault(ResumeGoal(goal: goal.id), as: scene.ana)
            #expect(fault?.code == "challenges.wrong_state")
            #expect(fault?.goal == goal)
            #expect(try await scene.goal(goal.id) == goal)
        }
    }

    @Test func `a stale version is refused with the present goal`() async throws {
        let made = try await scene.set(.daily)
        let paused = try await scene.ask(PauseGoal(goal: made.id), as: scene.ana)
        let stale = ResumeGoal(goal: made.id, ifVersion: made.version)
        let fault = await scene.fault(stale, as: scene.ana)
        #expect(fault?.code == "challenges.version_stale")
        #expect(fault?.goal == paused)
        let present = ResumeGoal(goal: made.id, ifVersion: paused.version)
        #expect(try await scene.ask(present, as: scene.ana).state == .active)
    }
}
