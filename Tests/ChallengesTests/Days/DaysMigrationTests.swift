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

/// What people did shortly before an upgrade counts for their days, as what they do afterwards
/// (2.7-streaks).
///
/// The orientation of pictures is there already, because this release reads it with every goal.
@Suite(
    .freshDatabase(
        Array(Challenges.migrations.prefix { $0.name != "m47_count_days" })
            + Challenges.migrations.filter { $0.name == "m50_keep_orientation" }
    )
)
struct DaysMigrationTests {
    private let scene = Scene()

    @Test func `a day of before the upgrade ends with its last thing`() async throws {
        scene.clock.advance(by: .now() - scene.clock.now)
        let create = CreateGoal(name: "Read", unit: "pages", target: Amount(whole: 1_000))
        let goal = try await scene.ask(create, as: scene.ana).id
        let first = try await log(goal)
        let mark = try await scene.ask(CreateGoal(name: "Meditate"), as: scene.bo).id
        _ = try await scene.ask(CompleteGoal(goal: mark), as: scene.bo)
        try await Database.fresh.migrate(Challenges.migrations)
        #expect(try await told() == ["ana true", "bo true"])
        let second = try await log(goal)
        _ = try await scene.ask(RemoveGoalEntry(goal: goal, entry: first), as: scene.ana)
        #expect(try await told() == ["ana true", "bo true"])
        _ = try await scene.ask(RemoveGoalEntry(goal: goal, entry: second), as: scene.ana)
        #expect(try await told() == ["ana false", "ana true", "bo true"])
    }

    private func log(_ goal: ChallengeID) async throws -> EntryID {
        let call = AddGoalEntry(goal: goal, amount: Amount(whole: 1))
        return try await scene.ask(call, as: scene.ana).id
    }

    /// What scoring was told of the days of Ana and Bo, sorted.
    private func told() async throws -> [String] {
        let counting = CountingDays(
            database: scene.database,
            now: { [clock = scene.clock] in clock.now }
        )
        _ = try await counting.count()
        return try await scene.emitted(DayCounted.self)
            .map { "\($0.user == scene.ana ? "ana" : "bo") \($0.counts)" }.sorted()
    }
}
