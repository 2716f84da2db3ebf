import ChallengesAPI
import ChallengesCore
import ChallengesTestKit
import Identifiers
import Testing
import Values
import Wire

@testable import Goals

/// What may be said of an entry of a goal (2.4-entries).
struct GoalEntryDraftTests {
    private static let now = Instant.of("2026-09-03T12:00:00Z")
    private static let pages = GoalRecord.sample(.sample())
    private static let invalid = ["/amount challenges.amount_invalid"]

    /// What is wrong with an entry of a goal that was made on Tuesday, 1 September 2026.
    private func problems(
        _ amount: Amount = .of("1"),
        at moment: Instant? = nil,
        note: String? = nil,
        in goal: GoalRecord = Self.pages,
        cap: Amount? = nil,
        under rules: GoalRules = GoalRules()
    ) -> [String] {
        let call = AddGoalEntry(goal: goal.id, amount: amount, occurredAt: moment, note: note)
        return problems(of: GoalEntryDraft(call), in: goal, cap: cap, under: rules)
    }

    private func problems(
        of draft: GoalEntryDraft,
        in goal: GoalRecord,
        cap: Amount? = nil,
        under rules: GoalRules = GoalRules()
    ) -> [String] {
        var problems = FieldProblems<ChallengesError>()
        draft.check(in: goal, cap: cap, at: Self.now, under: rules, &problems)
        return problems.isEmpty ? [] : problems.refusal().fault.said
    }

    // Amounts.

    @Test(arguments: [
        (-Amount.millionthsMax, false), (-1, false), (0, false), (1, true),
        (Amount.millionthsMax, true),
    ])
    func `an amount is above 0, up to the greatest`(millionths: Int64, isRight: Bool) throws {
        let amount = try #require(Amount(millionths: millionths))
        #expect(problems(amount) == (isRight ? [] : Self.invalid))
    }

    @Test(
        arguments: [
            (.steps, "200000", "200000.000001"), (.distance, "500000", "500000.000001"),
            (.energy, "20000", "20000.000001"), (.exercise, "86400", "86400.000001"),
        ] as [(Metric, String, String)],
        [Goal.Recurrence.once, .daily, .weekly]
    )
    func `with a metric it is no more than a day holds`(
        most: (metric: Metric, amount: String, more: String),
        recurrence: Goal.Recurrence
    ) {
        let goal = GoalRecord.sample(.sample(recurrence), metric: most.metric)
        #expect(problems(.of(most.amount), in: goal) == [])
        #expect(problems(.of(most.more), in: goal) == Self.invalid)
    }

    @Test(arguments: [Metric?.none, .steps])
    func `what the operator allows for a unit holds in place of what is usual`(metric: Metric?) {
        let goal = GoalRecord.sample(.sample(), metric: metric)
        for cap in ["50", "300000"] {
            let more = Amount.of("\(cap).000001")
            #expect(problems(.of(cap), in: goal, cap: .of(cap)) == [])
            #expect(problems(more, in: goal, cap: .of(cap)) == Self.invalid)
        }
    }

    @Test func `it is whole where only whole numbers count`() {
        let whole = GoalRecord.sample(.sample(), wholeNumbers: true)
        for (amount, isWhole) in [("1", true), ("1.5", false), ("0.000001", false)] {
            #expect(problems(.of(amount), in: whole) == (isWhole ? [] : Self.invalid))
            #expect(problems(.of(amount)) == [])
        }
    }

    // Notes.

    @Test(arguments: [(0, true), (2_000, true), (2_001, false)])
    func `a note has at most 2,000 characters`(count: Int, isRight: Bool) {
        let note = String(repeating: "ä", count: count)
        #expect(problems(note: note) == (isRight ? [] : ["/note challenges.note_invalid"]))
    }

    // Moments.

    @Test func `a clock may be five minutes ahead, unless the operator allows more`() {
        let said = ["/occurredAt challenges.occurred_invalid"]
        let latest = Self.now + .minutes(5)
        #expect(problems(at: Self.now) == [])
        #expect(problems(at: latest) == [])
        #expect(problems(at: latest + .microseconds(1)) == said)
        let rules = GoalRules(clockTolerance: .minutes(6))
        #expect(problems(at: latest + .minutes(1), under: rules) == [])
        #expect(problems(at: latest + .minutes(1) + .microseconds(1), under: rules) == said)
    }

    @Test(
        "The first day is that of the making, or the first one of its period",
        arguments: [
            (.once, "2026-09-01"), (.daily, "2026-09-01"), (.weekly, "2026-08-31"),
            (.monthly, "2026-09-01"),
        ] as [(Goal.Recurrence, String)]
    )
    func firstDay(_ recurrence: Goal.Recurrence, _ day: String) {
        let goal = GoalRecord.sample(.sample(recurrence))
        #expect(goal.earliestDay == .of(day))
        let start = Instant.of("\(day)T00:00:00Z")
        #expect(problems(at: start, in: goal) == [])
        #expect(
            problems(at: start - .microseconds(1), in: goal)
                == ["/occurredAt challenges.occurred_invalid"]
        )
    }

    @Test func `the first day is one by the clock of the owner`() {
        let goal = GoalRecord.sample(.sample(.once, by: .of("Asia/Tokyo")))
        let start = Instant.of("2026-08-31T15:00:00Z")
        #expect(problems(at: start, in: goal) == [])
        #expect(
            problems(at: start - .microseconds(1), in: goal)
                == ["/occurredAt challenges.occurred_invalid"]
        )
    }

    // All together.

    @Test func `all wrong fields are reported`() {
        let note = String(repeating: "x", count: 2_001)
        #expect(
            problems(.zero, at: Self.now + .hours(1), note: note) == [
                "/amount challenges.amount_invalid", "/note challenges.note_invalid",
                "/occurredAt challenges.occurred_invalid",
            ]
        )
    }

    @Test func `a change is checked as a new one is, and what is absent is right`() {
        let (goal, entry) = (Self.pages, EntryID())
        func said(_ amount: Amount?, _ note: String?) -> [String] {
            let call = ChangeGoalEntry(goal: goal.id, entry: entry, amount: amount, note: note)
            return problems(of: GoalEntryDraft(call), in: goal)
        }
        #expect(said(nil, nil) == [])
        #expect(said(.of("1"), "") == [])
        #expect(
            said(.zero, String(repeating: "x", count: 2_001)) == [
                "/amount challenges.amount_invalid", "/note challenges.note_invalid",
            ]
        )
    }
}
