import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Goals

/// What scoring is told of the periods of goals (2.7-streaks).
@Suite(.freshDatabase(Challenges.migrations))
struct PeriodNewsTests {
    private let scene = Scene()

    /// What was told of a goal's periods, in its order, and that each version is higher.
    private func told(of goal: ChallengeID) async throws -> [String] {
        let events = try await scene.emitted(PeriodClosed.self).filter { $0.goal == goal }
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.version < $1.version })
        #expect(events.allSatisfy { $0.user == scene.ana })
        return events.map { "\($0.startsOn) \($0.endsOn) \($0.outcome.rawValue)" }
    }

    @Test func `a period is told of when it is met, and when it ends without`() async throws {
        let goal = try await scene.setMark(.daily)
        #expect(try await told(of: goal.id) == [])
        try await scene.mark(goal.id)
        var days = ["2023-11-14 2023-11-14 met"]
        #expect(try await told(of: goal.id) == days)
        // What was told is not told again at its end.
        try await scene.come("2023-11-15T08:00:00Z")
        #expect(try await told(of: goal.id) == days)
        try await scene.come("2023-11-17T08:00:00Z")
        days += ["2023-11-15 2023-11-15 missed", "2023-11-16 2023-11-16 missed"]
        #expect(try await told(of: goal.id) == days)
        // Late, and taken back.
        try await scene.mark(goal.id, on: "2023-11-16")
        try await scene.mark(goal.id, on: "2023-11-16", false)
        days += ["2023-11-16 2023-11-16 met", "2023-11-16 2023-11-16 missed"]
        #expect(try await told(of: goal.id) == days)
        try await scene.mark(goal.id)
        try await scene.mark(goal.id, on: "2023-11-17", false)
        days += ["2023-11-17 2023-11-17 met", "2023-11-17 2023-11-17 open"]
        #expect(try await told(of: goal.id) == days)
    }

    @Test(arguments: [(Goal.Recurrence.daily, true), (.weekly, false), (.monthly, false)])
    func `scoring is told whether the goal recurs daily`(
        recurrence: Goal.Recurrence,
        isDaily: Bool
    ) async throws {
        let goal = try await scene.setMark(recurrence)
        try await scene.mark(goal.id)
        #expect(try await scene.emitted(PeriodClosed.self).map(\.isDaily) == [isDaily])
    }

    @Test func `days of rest and of a pause rested`() async throws {
        // 14 November 2023 is a Tuesday.
        let goal = try await scene.set(.daily, resting: [2])
        try await scene.come("2023-11-15T08:00:00Z")
        _ = try await scene.ask(PauseGoal(goal: goal.id), as: scene.ana)
        try await scene.come("2023-11-16T08:00:00Z")
        let days = ["2023-11-14 2023-11-14 rested", "2023-11-15 2023-11-15 rested"]
        #expect(try await told(of: goal.id) == days)
    }

    @Test func `a week has its days, and is told of once, however much more is logged`()
        async throws
    {
        let goal = try await scene.set(.weekly)
        try await scene.log("4", for: goal.id)
        #expect(try await told(of: goal.id) == [])
        try await scene.log("6", for: goal.id)
        try await scene.log("6", for: goal.id)
        #expect(try await told(of: goal.id) == ["2023-11-13 2023-11-19 met"])
    }

    @Test func `a goal that is reached once has no periods, and no streak to delete`() async throws
    {
        let goal = try await scene.setMark()
        try await scene.mark(goal.id)
        _ = try await scene.ask(DeleteGoal(goal: goal.id), as: scene.ana)
        #expect(try await told(of: goal.id) == [])
        #expect(try await scene.emitted(GoalDeleted.self).isEmpty)
        let daily = try await scene.setMark(.daily)
        _ = try await scene.ask(DeleteGoal(goal: daily.id), as: scene.ana)
        let deleted = try await scene.emitted(GoalDeleted.self)
        #expect(deleted.map(\.goal) == [daily.id] && deleted.map(\.user) == [scene.ana])
    }
}
