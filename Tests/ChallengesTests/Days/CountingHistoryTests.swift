import ChallengesAPI
import ChallengesTestKit
import Dares
import Goals
import Identifiers
import Outbox
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// What users did long before an upgrade is told to scoring once, in steps (2.7-streaks,
/// 2.7-medals). The clock begins on Tuesday, 14 November 2023, which a migration does not count.
///
/// The orientation of pictures is there already, because this release reads it with every goal.
@Suite(
    .freshDatabase(
        Array(Challenges.migrations.prefix { $0.name != "m47_count_days" })
            + Challenges.migrations.filter {
                ["m50_keep_orientation", "m53_store_contest_days"].contains($0.name)
            }
    )
)
struct CountingHistoryTests {
    private let scene = Scene()

    private func counting(rowsMax: Int = 1_000, ownersMax: Int = 50) -> CountingHistory {
        CountingHistory(
            database: scene.database,
            now: { [clock = scene.clock] in clock.now },
            rowsMax: rowsMax,
            ownersMax: ownersMax
        )
    }

    /// Adds up what the triggers noted.
    private func countDays() async throws {
        let days = CountingDays(
            database: scene.database,
            now: { [clock = scene.clock] in clock.now }
        )
        _ = try await days.count()
    }

    private func migrate() async throws {
        // The release before told scoring nothing of this.
        try await Database.fresh.transaction { tx in _ = try await tx.run("DELETE FROM outbox") }
        try await Database.fresh.migrate(Challenges.migrations)
    }

    private func isUnderWay() async throws -> Bool {
        try await Database.fresh.one("SELECT EXISTS (SELECT FROM history_walks)") { row in
            try row.next()
        }
    }

    private func finish(_ counting: CountingHistory) async throws {
        while try await isUnderWay() { _ = try await counting.count() }
    }

    private func name(_ user: UserID) -> String {
        [scene.ana: "ana", scene.bo: "bo"][user] ?? "\(user)"
    }

    /// What scoring was told, sorted.
    private func told() async throws -> [String] {
        let days = try await scene.emitted(DayCounted.self).map { event in
            "\(name(event.user)) \(event.day) \(event.counts) \(event.hasProof ?? false)"
        }
        let periods = try await scene.emitted(PeriodClosed.self).map { event in
            "\(name(event.user)) \(event.startsOn) \(event.outcome) \(event.isDaily ?? false)"
        }
        let sent = try await scene.emitted(ChallengeSent.self).map { event in
            "\(name(event.sender)) sent \(event.recipients)"
        }
        return (days + periods + sent).sorted()
    }

    /// Ana marks a daily goal on three days and misses one; Bo does a dare with a picture, and logs
    /// in a contest on the next day.
    private func settle() async throws {
        let goal = try await scene.ask(CreateGoal(name: "Read", recurrence: .daily), as: scene.ana)
        let id = try await scene.send()
        _ = try await scene.ask(AcceptAssignment(assignment: id), as: scene.bo)
        let submit = SubmitAssignment(assignment: id, note: "Done.", mediaIDs: [MediaID()])
        _ = try await scene.ask(submit, as: scene.bo)
        for day in 0..<4 {
            if day < 3 { _ = try await scene.ask(CompleteGoal(goal: goal.id), as: scene.ana) }
            if day == 1 {
                _ = try await scene.ask(ApproveSubmission(assignment: id), as: scene.ana)
                _ = try await LoggedContest.store(in: scene).log()
            }
            scene.clock.advance(by: .hours(24))
            _ = try await scene.fireDue()
        }
    }

    private static let history = [
        "ana 2023-11-14 met true", "ana 2023-11-14 true false", "ana 2023-11-15 met true",
        "ana 2023-11-15 true false", "ana 2023-11-16 met true", "ana 2023-11-16 true false",
        "ana 2023-11-17 missed true", "ana sent 1", "bo 2023-11-14 true true",
        "bo 2023-11-15 true false",
    ]

    @Test func `days, periods and challenges of before the upgrade are told once`() async throws {
        try await settle()
        try await migrate()
        try await countDays()
        #expect(try await told() == [])
        try await finish(counting())
        #expect(try await told() == Self.history)
        try await countDays()
        #expect(try await counting().count() == 0)
        #expect(try await told() == Self.history)
    }

    @Test func `sent challenges are told first, and days last`() async throws {
        try await settle()
        try await migrate()
        try await countDays()
        let sent = Self.history.filter { $0.contains(" sent ") }
        let periods = Self.history.filter { $0.hasSuffix("met true") || $0.contains("missed") }
        for told in [sent, (sent + periods).sorted(), Self.history] {
            #expect(try await counting().count() == 1)
            #expect(try await self.told() == told)
        }
    }

    @Test func `a step that is rolled back has told nothing, and another replica goes on`()
        async throws
    {
        try await settle()
        try await migrate()
        struct Crash: Error {}
        let counting = counting(rowsMax: 1, ownersMax: 2)
        for _ in 0..<3 {
            await #expect(throws: Crash.self) {
                try await Database.fresh.transaction { tx in
                    _ = try await counting.step(in: tx)
                    throw Crash()
                }
            }
            #expect(try await counting.count() == 1)
        }
        try await finish(self.counting(rowsMax: 3, ownersMax: 2))
        #expect(try await told() == Self.history)
    }

    @Test func `replicas at once tell the same, while the days are counted`() async throws {
        try await settle()
        try await migrate()
        let create = CreateGoal(name: "Walk", unit: "steps", target: Amount(whole: 1_000))
        let goal = try await scene.ask(create, as: scene.ana).id
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask { try await finish(counting(rowsMax: 2, ownersMax: 2)) }
            }
            group.addTask {
                for _ in 0..<10 {
                    let call = AddGoalEntry(goal: goal, amount: Amount(whole: 1))
                    _ = try await scene.ask(call, as: scene.ana)
                    try await countDays()
                }
            }
            try await group.waitForAll()
        }
        try await countDays()
        #expect(try await told() == (Self.history + ["ana 2023-11-18 true false"]).sorted())
        let things = try await Database.fresh.one("SELECT sum(things) FROM activity_days") { row in
            try row.next(Int.self)
        }
        #expect(things == 15)
    }

    @Test(
        "What is removed before its day is told ends the day with the last of it",
        arguments: [true, false]
    )
    func removed(isCounted: Bool) async throws {
        let create = CreateGoal(name: "Walk", unit: "steps", target: Amount(whole: 1_000))
        let goal = try await scene.ask(create, as: scene.ana).id
        var entries: [EntryID] = []
        for _ in 0..<3 {
            let call = AddGoalEntry(goal: goal, amount: Amount(whole: 1))
            entries.append(try await scene.ask(call, as: scene.ana).id)
        }
        try await migrate()
        for entry in entries.prefix(2) {
            _ = try await scene.ask(RemoveGoalEntry(goal: goal, entry: entry), as: scene.ana)
            if isCounted { try await countDays() }
        }
        try await finish(counting())
        try await countDays()
        #expect(try await told() == ["ana 2023-11-14 true false"])
        _ = try await scene.ask(RemoveGoalEntry(goal: goal, entry: entries[2]), as: scene.ana)
        try await countDays()
        #expect(
            try await told() == ["ana 2023-11-14 false false", "ana 2023-11-14 true false"]
        )
    }

    @Test func `a day whose things were all removed before can count again`() async throws {
        let create = CreateGoal(name: "Walk", unit: "steps", target: Amount(whole: 1_000))
        let goal = try await scene.ask(create, as: scene.ana).id
        let add = AddGoalEntry(goal: goal, amount: Amount(whole: 1))
        let entry = try await scene.ask(add, as: scene.ana).id
        try await migrate()
        _ = try await scene.ask(RemoveGoalEntry(goal: goal, entry: entry), as: scene.ana)
        try await countDays()
        try await finish(counting())
        #expect(try await told() == [])
        _ = try await scene.ask(add, as: scene.ana)
        try await countDays()
        #expect(try await told() == ["ana 2023-11-14 true false"])
    }

    @Test func `periods of a goal that is deleted meanwhile are not told`() async throws {
        let goal = try await scene.ask(CreateGoal(name: "Read", recurrence: .daily), as: scene.ana)
        _ = try await scene.ask(CompleteGoal(goal: goal.id), as: scene.ana)
        try await migrate()
        _ = try await scene.ask(DeleteGoal(goal: goal.id), as: scene.ana)
        try await countDays()
        try await finish(counting())
        #expect(try await told() == [])
    }

    @Test func `days that the migration counted are not told again`() async throws {
        scene.clock.advance(by: .now() - scene.clock.now)
        let goal = try await scene.ask(CreateGoal(name: "Read"), as: scene.ana).id
        _ = try await scene.ask(CompleteGoal(goal: goal), as: scene.ana)
        try await migrate()
        try await countDays()
        #expect(try await scene.emitted(DayCounted.self).map(\.counts) == [true])
        try await finish(counting())
        #expect(try await scene.emitted(DayCounted.self).map(\.counts) == [true])
    }

    @Test(.freshDatabase(Challenges.migrations))
    func `where nothing lies behind, there is nothing to do`() async throws {
        #expect(try await !isUnderWay())
        #expect(try await counting().count() == 0)
    }

    @Test func `the loop counts what lies behind`() async throws {
        try await settle()
        try await migrate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await scene.challenges.countingHistory.run() }
            try await eventually("all is told") { try await !isUnderWay() }
            group.cancelAll()
        }
        #expect(try await told() == Self.history)
    }
}
