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

/// What people log for their goals (2.4-entries).
@Suite(.freshDatabase(Challenges.migrations))
struct AddGoalEntryTests {
    private let scene = Scene()

    private func refusals(
        _ amount: String = "1",
        for goal: Goal,
        at moment: String? = nil,
        note: String? = nil
    ) async -> [String] {
        let call = AddGoalEntry(
            goal: goal.id,
            amount: .of(amount),
            occurredAt: moment.map { .of($0) },
            note: note
        )
        return await scene.refusals(of: call)
    }

    @Test func `it has what the call says, and is shown to its owner`() async throws {
        let made = try await scene.set()
        let now = scene.clock.now
        let picture = MediaID()
        let call = AddGoalEntry(
            goal: made.id,
            amount: .of("2.5"),
            occurredAt: now - .hours(1),
            note: "In bed.",
            mediaIDs: [picture]
        )
        let entry = try await scene.ask(call, as: scene.ana)
        #expect(entry.goal == made.id)
        #expect(entry.amount == .of("2.5"))
        #expect(entry.unit == "pages")
        #expect(entry.occurredAt == now - .hours(1))
        #expect(entry.localDay == .of("2023-11-14"))
        #expect(entry.source == .manual)
        #expect(entry.note == "In bed.")
        #expect(entry.photos.map(\.id) == [picture])
        #expect(entry.createdAt == now)
        #expect(entry.editedAt == nil)
        #expect(entry.version == 1)
        let bare = try await scene.log("1", for: made.id)
        #expect(bare.occurredAt == now)
        #expect(bare.note == "")
        #expect(try await scene.goal(made.id).value == .of("3.5"))
    }

    @Test func `entries add up from the making on, until the target is reached`() async throws {
        let made = try await scene.set()
        try await scene.log("4", for: made.id)
        try await scene.come("2023-11-20T08:00:00Z")
        try await scene.log("5.999999", for: made.id)
        #expect(try await scene.goal(made.id).state == .active)
        try await scene.log("0.000001", for: made.id)
        let done = try await scene.goal(made.id)
        #expect(done.state == .completed)
        #expect(done.value == .of("10"))
        #expect(done.metAt == scene.clock.now)
        #expect(try await scene.told(.goalReached).count == 1)
        #expect(try await scene.emitted(GoalReached.self).map(\.goal) == [made.id])
        #expect(await refusals(for: made) == ["challenges.wrong_state"])
    }

    @Test func `of a goal that recurs each period has its own sum`() async throws {
        let made = try await scene.set(.daily)
        for _ in 0..<2 { try await scene.log("5", for: made.id) }
        #expect(try await scene.goal(made.id).period?.state == .met)
        try await scene.come("2023-11-15T08:00:00Z")
        try await scene.log("4", for: made.id)
        try await scene.log("3", for: made.id, at: .of("2023-11-14T23:59:59Z"))
        #expect(
            try await scene.periods(of: made.id) == ["2023-11-14 met 13", "2023-11-15 open 4"]
        )
        #expect(try await scene.told(.goalReached).count == 1)
    }

    @Test func `what is logged late makes a missed day met`() async throws {
        let made = try await scene.set(.daily)
        try await scene.come("2023-11-15T08:00:00Z")
        let before = try await scene.goal(made.id)
        try await scene.log("10", for: made.id, at: .of("2023-11-14T23:00:00Z"))
        let after = try await scene.goal(made.id)
        #expect(after.version == before.version + 1)
        #expect(after.metAt == scene.clock.now)
        #expect(
            try await scene.periods(of: made.id) == ["2023-11-14 met 10", "2023-11-15 open 0"]
        )
        #expect(try await scene.emitted(GoalReached.self).count == 1)
    }

    @Test func `a clock may be five minutes ahead`() async throws {
        let made = try await scene.set()
        let latest = scene.clock.now + .minutes(5)
        let ahead = AddGoalEntry(goal: made.id, amount: .of("1"), occurredAt: latest + .tick)
        #expect(
            await scene.refusals(of: ahead) == ["/occurredAt challenges.occurred_invalid"]
        )
        #expect(try await scene.log("1", for: made.id, at: latest).occurredAt == latest)
    }

    @Test func `what is logged ahead of midnight counts in the next period`() async throws {
        let made = try await scene.set(.daily)
        scene.turn(to: "2023-11-14T23:57:00Z")
        let entry = try await scene.log("4", for: made.id, at: .of("2023-11-15T00:01:00Z"))
        #expect(entry.localDay == .of("2023-11-15"))
        #expect(try await scene.goal(made.id).value == .zero)
        try await scene.come("2023-11-15T00:00:00Z")
        #expect(
            try await scene.periods(of: made.id) == ["2023-11-14 missed 0", "2023-11-15 open 4"]
        )
    }

    @Test func `days count from that of the making, or from the first of its period`() async throws
    {
        let once = try await scene.set()
        let weekly = try await scene.set(.weekly)
        let invalid = ["/occurredAt challenges.occurred_invalid"]
        #expect(await refusals(for: once, at: "2023-11-13T23:59:59Z") == invalid)
        #expect(await refusals(for: once, at: "2023-11-14T00:00:00Z") == [])
        #expect(await refusals(for: weekly, at: "2023-11-12T23:59:59Z") == invalid)
        #expect(await refusals(for: weekly, at: "2023-11-13T00:00:00Z") == [])
    }

    @Test(arguments: [Goal.Recurrence.once, .daily, .weekly])
    func `a day is frozen 48 hours after its end`(recurrence: Goal.Recurrence) async throws {
        let made = try await scene.set(recurrence)
        let day = "2023-11-14T23:00:00Z"
        try await scene.come("2023-11-16T23:59:59Z")
        #expect(await refusals(for: made, at: day) == [])
        try await scene.come("2023-11-17T00:00:00Z")
        #expect(await refusals(for: made, at: day) == ["challenges.period_closed"])
        #expect(await refusals(for: made, at: "2023-11-15T00:00:00Z") == [])
    }

    @Test func `in the last period of a goal that time has ended a day still counts`()
        async throws
    {
        let made = try await scene.set(.daily, until: "2023-11-14")
        let given = try await scene.set(.daily)
        _ = try await scene.ask(AbandonGoal(goal: given.id), as: scene.ana)
        try await scene.come("2023-11-15T08:00:00Z")
        let day = "2023-11-14T23:00:00Z"
        #expect(await refusals("10", for: made, at: day) == [])
        #expect(try await scene.periods(of: made.id) == ["2023-11-14 met 10"])
        #expect(try await scene.goal(made.id).state == .expired)
        #expect(await refusals(for: made) == ["challenges.wrong_state"])
        #expect(await refusals(for: given, at: day) == ["challenges.wrong_state"])
        try await scene.come("2023-11-17T00:00:00Z")
        #expect(await refusals(for: made, at: day) == ["challenges.period_closed"])
    }

    @Test func `amounts are above 0, and whole where only whole numbers count`() async throws {
        let made = try await scene.set()
        let whole = try await scene.set { $0.wholeNumbers = true }
        let steps = try await scene.setSteps("10000", .daily)
        let invalid = ["/amount challenges.amount_invalid"]
        #expect(await refusals("0", for: made) == invalid)
        #expect(await refusals("-1", for: made) == invalid)
        #expect(await refusals("0.5", for: made) == [])
        #expect(await refusals("0.5", for: whole) == invalid)
        #expect(await refusals("1", for: whole) == [])
        #expect(await refusals("200000.000001", for: steps) == invalid)
        #expect(await refusals("200000", for: steps) == [])
    }

    @Test func `a note has at most 2,000 characters, and all fields are refused together`()
        async throws
    {
        let made = try await scene.set()
        let long = String(repeating: "x", count: 2_000)
        #expect(await refusals(for: made, note: long) == [])
        #expect(
            await refusals("0", for: made, at: "2023-11-13T00:00:00Z", note: long + "x") == [
                "/amount challenges.amount_invalid", "/note challenges.note_invalid",
                "/occurredAt challenges.occurred_invalid",
            ]
        )
    }

    @Test func `a goal without a target takes none, nor does one that is given up`() async throws {
        let mark = try await scene.setMark(.daily)
        #expect(await refusals(for: mark) == ["challenges.goal_without_target"])
        let given = try await scene.set()
        _ = try await scene.ask(AbandonGoal(goal: given.id), as: scene.ana)
        #expect(await refusals(for: given) == ["challenges.wrong_state"])
        let unknown = AddGoalEntry(goal: ChallengeID(), amount: .of("1"))
        #expect(await scene.refusals(of: unknown) == ["challenges.goal_not_found"])
    }

    @Test func `a goal has at most 100 entries a day, and 1,000 in all`() async throws {
        #expect(GoalRules().entriesDay == 100)
        #expect(GoalRules().entriesRun == 1_000)
        let scene = Scene(rules: Rules(goals: GoalRules(entriesRun: 3, entriesDay: 2)))
        let made = try await scene.set()
        let call = AddGoalEntry(goal: made.id, amount: .of("1"))
        for _ in 0..<2 { _ = try await scene.ask(call, as: scene.ana) }
        #expect(await scene.refusals(of: call) == ["challenges.entries_day_too_many"])
        try await scene.come("2023-11-15T08:00:00Z")
        _ = try await scene.ask(call, as: scene.ana)
        #expect(await scene.refusals(of: call) == ["challenges.entries_too_many"])
    }

    @Test func `repeated with its id it is logged once`() async throws {
        let made = try await scene.set()
        let other = try await scene.set()
        let call = AddGoalEntry(id: EntryID(), goal: made.id, amount: .of("2"), note: "Once.")
        let entry = try await scene.ask(call, as: scene.ana)
        #expect(try await scene.ask(call, as: scene.ana) == entry)
        #expect(try await scene.goal(made.id).value == .of("2"))
        let changes: [(inout AddGoalEntry) -> Void] = [
            { $0.amount = .of("3") }, { $0.note = "Twice." }, { $0.goal = other.id },
            { $0.mediaIDs = [MediaID()] }, { $0.occurredAt = entry.occurredAt - .seconds(1) },
        ]
        for change in changes {
            var next = call
            change(&next)
            #expect(await scene.refusals(of: next) == ["challenges.id_taken"])
        }
    }
}
