import ChallengesAPI
import ChallengesTestKit
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// Goals rest for a while (2.4-goal).
@Suite(.freshDatabase(Challenges.migrations))
struct PauseGoalTests {
    private let scene = Scene()

    private func pause(_ goal: Goal) async throws -> Goal {
        try await scene.ask(PauseGoal(goal: goal.id), as: scene.ana)
    }

    private func resume(_ goal: Goal) async throws -> Goal {
        try await scene.ask(ResumeGoal(goal: goal.id), as: scene.ana)
    }

    @Test func `paused again it is as it was`() async throws {
        let made = try await scene.set(.daily)
        let paused = try await pause(made)
        #expect(paused.state == .paused)
        #expect(paused.version == made.version + 1)
        #expect(paused.actions == [.change, .delete, .resume, .abandon, .log])
        #expect(try await pause(made) == paused)
        #expect(try await scene.goal(made.id) == paused)
    }

    @Test func `a repeated call gets the reply that it got`() async throws {
        let made = try await scene.set(.daily)
        let call = PauseGoal(goal: made.id)
        let paused = try await scene.ask(call, as: scene.ana, key: "one")
        let resumed = try await resume(made)
        #expect(try await scene.ask(call, as: scene.ana, key: "one") == paused)
        #expect(try await scene.goal(made.id) == resumed)
    }

    @Test func `a period that ends paused rests, and one that is met stays met`() async throws {
        let made = try await scene.set(.daily)
        let met = try await scene.set(.daily)
        try await scene.log("10", for: met.id)
        for goal in [made, met] { _ = try await pause(goal) }
        try await scene.come("2023-11-15T00:00:00Z")
        _ = try await resume(made)
        try await scene.come("2023-11-16T00:00:00Z")
        #expect(
            try await scene.periods(of: made.id) == [
                "2023-11-14 rested 0", "2023-11-15 missed 0", "2023-11-16 open 0",
            ]
        )
        #expect(
            try await scene.periods(of: met.id) == [
                "2023-11-14 met 10", "2023-11-15 rested 0", "2023-11-16 open 0",
            ]
        )
        // A rested period that is reached late is met; not reached any more, it rests.
        let moment = Instant.of("2023-11-14T23:00:00Z")
        let entry = try await scene.log("10", for: made.id, at: moment)
        #expect(try await scene.periods(of: made.id).first == "2023-11-14 met 10")
        _ = try await scene.ask(RemoveGoalEntry(goal: made.id, entry: entry.id), as: scene.ana)
        #expect(try await scene.periods(of: made.id).first == "2023-11-14 rested 0")
    }

    @Test func `paused after its period ended, though the timer is late, it was missed`()
        async throws
    {
        let made = try await scene.set(.daily)
        scene.turn(to: "2023-11-15T00:00:00Z")
        _ = try await pause(made)
        #expect(
            try await scene.periods(of: made.id) == ["2023-11-14 missed 0", "2023-11-15 open 0"]
        )
    }

    @Test func `a paused goal is reached by what is logged`() async throws {
        let made = try await scene.set()
        _ = try await pause(made)
        try await scene.log("10", for: made.id)
        #expect(try await scene.goal(made.id).state == .completed)
    }

    @Test func `what is over is not paused`() async throws {
        for goal in try await scene.setOver() {
            let fault = await scene.fault(PauseGoal(goal: goal.id), as: scene.ana)
            #expect(fault?.code == "challenges.wrong_state")
            #expect(fault?.goal == goal)
            #expect(try await scene.goal(goal.id) == goal)
        }
    }

    @Test func `a stale version is refused with the present goal`() async throws {
        let made = try await scene.set(.daily)
        let paused = try await pause(made)
        let stale = PauseGoal(goal: made.id, ifVersion: made.version)
        let fault = await scene.fault(stale, as: scene.ana)
        #expect(fault?.code == "challenges.version_stale")
        #expect(fault?.goal == paused)
        let present = PauseGoal(goal: made.id, ifVersion: paused.version)
        #expect(try await scene.ask(present, as: scene.ana).state == .paused)
    }
}
