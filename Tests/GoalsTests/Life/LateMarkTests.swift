import ChallengesAPI
import ChallengesTestKit
import Identifiers
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// A mark is one of the day that it names, also while that day's timer is late (2.4-period,
/// 2.9-time-first).
@Suite(.freshDatabase(Challenges.migrations))
struct LateMarkTests {
    private let scene = Scene()

    private func states(of goal: ChallengeID) async throws -> [GoalPeriod.State] {
        try await scene.ask(ListPeriods(goal: goal), as: scene.ana).items.map(\.state)
    }

    @Test func `a mark for yesterday is not one for today`() async throws {
        let call = CreateGoal(name: "Walk backwards", recurrence: .daily)
        let goal = try await scene.ask(call, as: scene.ana).id
        let yesterday = scene.clock.now.utcDay
        scene.clock.advance(by: .hours(6))
        _ = try await scene.ask(CompleteGoal(goal: goal, day: yesterday), as: scene.ana)
        #expect(try await states(of: goal) == [.open, .met])
        let back = CompleteGoal(goal: goal, day: yesterday, isDone: false)
        _ = try await scene.ask(back, as: scene.ana)
        #expect(try await states(of: goal) == [.open, .missed])
    }

    @Test func `a mark without a day is one for today`() async throws {
        let call = CreateGoal(name: "Walk backwards", recurrence: .daily)
        let goal = try await scene.ask(call, as: scene.ana).id
        scene.clock.advance(by: .hours(6))
        let today = scene.clock.now.utcDay
        _ = try await scene.ask(CompleteGoal(goal: goal), as: scene.ana)
        #expect(try await states(of: goal) == [.met, .missed])
        _ = try await scene.ask(CompleteGoal(goal: goal, day: today, isDone: false), as: scene.ana)
        #expect(try await states(of: goal) == [.open, .missed])
    }
}
