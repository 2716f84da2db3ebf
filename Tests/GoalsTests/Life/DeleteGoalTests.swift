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

/// A goal that was made by mistake goes with all that belongs to it alone (2.4-goal).
@Suite(.freshDatabase(Challenges.migrations))
struct DeleteGoalTests {
    private let scene = Scene()

    @Test func `entries, periods and the timer go with it`() async throws {
        let made = try await scene.set(.daily)
        let other = try await scene.set(.daily)
        for goal in [made, other] { try await scene.log("3", for: goal.id) }
        try await scene.come("2023-11-15T00:00:00Z")
        #expect(try await scene.goalRows(of: made.id) == [1, 1, 2, 1, 1])
        _ = try await scene.ask(DeleteGoal(goal: made.id), as: scene.ana)
        #expect(try await scene.goalRows(of: made.id) == [0, 0, 0, 0, 0])
        #expect(try await scene.goalRows(of: other.id) == [1, 1, 2, 1, 1])
        let calls = [
            await scene.refusals(of: GetGoal(goal: made.id)),
            await scene.refusals(of: DeleteGoal(goal: made.id)),
            await scene.refusals(of: ListPeriods(goal: made.id)),
            await scene.refusals(of: ListGoalEntries(goal: made.id)),
            await scene.refusals(of: AddGoalEntry(goal: made.id, amount: .of("1"))),
        ]
        for refusals in calls { #expect(refusals == ["challenges.goal_not_found"]) }
        #expect(
            try await scene.ask(ListGoals(list: .history), as: scene.ana).items.map(\.id) == [
                other.id
            ]
        )
    }

    @Test func `a goal in any state is deleted, by its owner alone`() async throws {
        let done = try await scene.setMark()
        try await scene.mark(done.id)
        let paused = try await scene.set(.weekly)
        _ = try await scene.ask(PauseGoal(goal: paused.id), as: scene.ana)
        let abandoned = try await scene.set(.daily)
        _ = try await scene.ask(AbandonGoal(goal: abandoned.id), as: scene.ana)
        for goal in [done, paused, abandoned] {
            let call = DeleteGoal(goal: goal.id)
            #expect(await scene.refusals(of: call, as: scene.bo) == ["challenges.goal_not_found"])
            _ = try await scene.ask(call, as: scene.ana)
            #expect(try await scene.goalRows(of: goal.id) == [0, 0, 0, 0, 0])
        }
    }

    @Test func `a stale version is refused with the present goal`() async throws {
        let made = try await scene.set(.daily)
        let paused = try await scene.ask(PauseGoal(goal: made.id), as: scene.ana)
        let stale = DeleteGoal(goal: made.id, ifVersion: made.version)
        let fault = await scene.fault(stale, as: scene.ana)
        #expect(fault?.code == "challenges.version_stale")
        #expect(fault?.goal == paused)
        #expect(try await scene.goal(made.id) == paused)
    }

    @Test func `repeated with its key it is answered again`() async throws {
        let made = try await scene.set()
        let call = DeleteGoal(goal: made.id, ifVersion: made.version)
        let reply = try await scene.ask(call, as: scene.ana, key: "one")
        #expect(try await scene.ask(call, as: scene.ana, key: "one") == reply)
    }

    @Test func `totals that it read stay, and count for what reads them`() async throws {
        let made = try await scene.setSteps("10000", .daily)
        try await scene.walk("4000")
        _ = try await scene.ask(DeleteGoal(goal: made.id), as: scene.ana)
        try await scene.walk("6000")
        #expect(try await scene.setSteps("10000", .daily).value == .of("6000"))
    }
}
