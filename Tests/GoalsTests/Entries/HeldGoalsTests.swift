import ChallengesAPI
import ChallengesCore
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values

@testable import Challenges
@testable import Goals

/// Goals that read a total are read before they are locked, and again if they have changed since
/// (2.4-source).
@Suite(.freshDatabase(Challenges.migrations))
struct HeldGoalsTests {
    private let scene = Scene()

    private func read() async throws -> [GoalRecord] {
        try await scene.database.transaction { [scene] tx in
            try await tx.readGoals(
                of: scene.ana,
                reading: .steps,
                closedAfter: scene.clock.now - .days(4),
                closedMax: 9
            ).value
        }
    }

    /// Goals that were read before, once they are locked.
    private func held(_ goals: [GoalRecord]) async throws -> [GoalRecord] {
        try await scene.database.transaction { tx in
            let held = try await tx.hold(goals).value
            return try await tx.current(goals, held: held)
        }
    }

    @Test func `what has not changed is taken as it was read`() async throws {
        let ids = [try await scene.setSteps().id, try await scene.setSteps("10000", .daily).id]
        let found = try await read()
        #expect(found.map(\.id) == ids.sorted())
        #expect(try await held(found) == found)
    }

    @Test func `what was counted or given another name meanwhile is as it then is`() async throws {
        let counted = try await scene.setSteps("10000", .daily)
        let named = try await scene.setSteps("10000", .daily)
        let found = try await read()
        try await scene.log("300", for: counted.id)
        _ = try await scene.ask(ChangeGoal(goal: named.id, name: "Run"), as: scene.ana)
        let held = try await held(found)
        #expect(held.first { $0.id == counted.id }?.life.period?.value == .of("300"))
        #expect(held.first { $0.id == named.id }?.challenge.name == "Run")
        #expect(held.map(\.id) == found.map(\.id))
    }

    @Test func `so are the ends of days that have become others`() async throws {
        _ = try await scene.setSteps("10000", .daily)
        let found = try await read()
        try await scene.move([
            ZoneChange(since: .of("2023-01-01T00:00:00Z"), name: "UTC"),
            ZoneChange(since: .of("2023-11-15T00:00:00Z"), name: "America/Los_Angeles"),
        ])
        let held = try await held(found)
        #expect(held.map(\.life.version) == found.map(\.life.version))
        #expect(held.map(\.life.endsAt) == [.of("2023-11-15T08:00:00Z")])
    }

    @Test func `what was deleted meanwhile is left out`() async throws {
        let deleted = try await scene.setSteps()
        let kept = try await scene.setSteps()
        let found = try await read()
        _ = try await scene.ask(DeleteGoal(goal: deleted.id), as: scene.ana)
        #expect(try await held(found).map(\.id) == [kept.id])
    }
}
