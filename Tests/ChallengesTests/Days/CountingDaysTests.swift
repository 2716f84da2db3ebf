import ChallengesAPI
import ChallengesTestKit
import Dares
import Identifiers
import IdentityAPI
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// Scoring is told on which of their days people did something that counts (2.7-streaks). The clock
/// begins on Tuesday, 14 November 2023, at 22:13:20 UTC.
@Suite(.freshDatabase(Challenges.migrations))
struct CountingDaysTests {
    private let scene = Scene()

    private var counting: CountingDays {
        CountingDays(database: scene.database, now: { [clock = scene.clock] in clock.now })
    }

    /// What scoring was told of a person's days, and that a later version of a day is higher.
    private func told(of user: UserID) async throws -> [String] {
        _ = try await counting.count()
        let events = try await scene.emitted(DayCounted.self).filter { $0.user == user }
        for day in Set(events.map(\.day)) {
            let versions = events.filter { $0.day == day }.map(\.version)
            #expect(zip(versions, versions.dropFirst()).allSatisfy { $0 < $1 })
        }
        return events.map { "\($0.day) \($0.counts)" }
    }

    private func goal(
        _ recurrence: Goal.Recurrence,
        target: Amount? = nil
    ) async throws -> ChallengeID {
        let call = CreateGoal(
            name: "Read",
            unit: target == nil ? nil : "pages",
            target: target,
            recurrence: recurrence
        )
        return try await scene.ask(call, as: scene.ana).id
    }

    @Test func `a day counts with its first entry, and until the last one goes`() async throws {
        let goal = try await goal(.once, target: Amount(whole: 1_000))
        #expect(try await told(of: scene.ana) == [])
        var entries: [EntryID] = []
        for _ in 0..<2 {
            let call = AddGoalEntry(goal: goal, amount: Amount(whole: 1))
            entries.append(try await scene.ask(call, as: scene.ana).id)
            #expect(try await told(of: scene.ana) == ["2023-11-14 true"])
        }
        let remove = RemoveGoalEntry(goal: goal, entry: entries[0])
        _ = try await scene.ask(remove, as: scene.ana)
        #expect(try await told(of: scene.ana) == ["2023-11-14 true"])
        _ = try await scene.ask(DeleteGoal(goal: goal), as: scene.ana)
        #expect(try await told(of: scene.ana) == ["2023-11-14 true", "2023-11-14 false"])
    }

    @Test func `what comes and goes before it is counted is not told`() async throws {
        let goal = try await goal(.daily)
        _ = try await scene.ask(CompleteGoal(goal: goal), as: scene.ana)
        _ = try await scene.ask(CompleteGoal(goal: goal, isDone: false), as: scene.ana)
        #expect(try await told(of: scene.ana) == [])
        _ = try await scene.ask(CompleteGoal(goal: goal), as: scene.ana)
        #expect(try await told(of: scene.ana) == ["2023-11-14 true"])
    }

    @Test func `a mark counts on the day that it is for, however late`() async throws {
        let goal = try await goal(.daily)
        scene.clock.advance(by: .hours(24))
        _ = try await scene.fireDue()
        let day = CivilDate(year: 2023, month: 11, day: 14)
        _ = try await scene.ask(CompleteGoal(goal: goal, day: day), as: scene.ana)
        #expect(try await told(of: scene.ana) == ["2023-11-14 true"])
    }

    @Test func `a week that is met counts on the day on which it was`() async throws {
        let goal = try await goal(.weekly)
        scene.clock.advance(by: .hours(24))
        _ = try await scene.ask(CompleteGoal(goal: goal), as: scene.ana)
        #expect(try await told(of: scene.ana) == ["2023-11-15 true"])
    }

    @Test func `a goal that is reached counts once`() async throws {
        let goal = try await goal(.once)
        _ = try await scene.ask(CompleteGoal(goal: goal), as: scene.ana)
        #expect(try await told(of: scene.ana) == ["2023-11-14 true"])
        #expect(try await told(of: scene.bo) == [])
    }

    @Test func `an entry in a contest counts for the user who logs it`() async throws {
        let contest = try await LoggedContest.store(in: scene)
        let entry = try await contest.log()
        #expect(try await told(of: scene.bo) == ["2023-11-14 true"])
        #expect(try await told(of: scene.ana) == [])
        _ = try await scene.ask(DeleteEntry(entry: entry.id), as: scene.bo)
        #expect(try await told(of: scene.bo) == ["2023-11-14 true", "2023-11-14 false"])
    }

    @Test func `a dare counts on the day of its submission, by the recipient's clocks`()
        async throws
    {
        // Where Bo is, it is Wednesday already.
        let zone = ZoneChange(since: Instant(microseconds: 0), name: "Asia/Tokyo")
        let person = FakeIdentity.card(scene.bo).person
        let card = PersonCard(person: person, version: 2, zones: [zone], standing: .active)
        try await scene.tell(of: card)
        let id = try await scene.make(.submitted)
        scene.clock.advance(by: .hours(48))
        _ = try await scene.ask(ApproveSubmission(assignment: id), as: scene.ana)
        #expect(try await told(of: scene.bo) == ["2023-11-15 true"])
        #expect(try await told(of: scene.ana) == [])
    }

    @Test func `many changes are counted in steps, by replicas at once`() async throws {
        let goal = try await goal(.once, target: Amount(whole: 1_000))
        for _ in 0..<20 {
            let call = AddGoalEntry(goal: goal, amount: Amount(whole: 1))
            _ = try await scene.ask(call, as: scene.ana)
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                var counting = counting
                counting.changesMax = 3
                group.addTask { [counting] in try await counting.count() }
            }
            for try await _ in group {}
        }
        #expect(try await told(of: scene.ana) == ["2023-11-14 true"])
        let things = try await scene.database.one("SELECT things FROM activity_days") { row in
            try row.next(Int.self)
        }
        #expect(things == 20)
    }
}
