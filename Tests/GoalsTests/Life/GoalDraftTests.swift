import ChallengesAPI
import ChallengesCore
import ChallengesTestKit
import Identifiers
import Testing
import Values
import Wire

@testable import Goals

/// What a goal may say: each field by itself, and all together (2.4-goal, 2.4-target).
struct GoalDraftTests {
    /// Tuesday, 14 November 2023.
    private static let now = Instant.of("2023-11-14T12:00:00Z")

    /// What is wrong with a goal of ten pages that is otherwise right.
    private func problems(
        saying content: ChallengeContent = ChallengeContent(.goal, name: "", description: ""),
        _ change: (inout CreateGoal) -> Void
    ) -> [String] {
        var call = CreateGoal(name: "Read", unit: "pages", target: .of("10"))
        change(&call)
        let new = NewGoal(
            challenge: ChallengeRecord(
                id: ChallengeID(),
                kind: .goal,
                name: content.name,
                description: content.description,
                author: UserID(),
                proof: content.proof,
                deadline: nil,
                createdAt: Self.now,
                snapshot: content.snapshot
            ),
            days: LocalDays(nil)
        )
        var problems = FieldProblems<ChallengesError>()
        var draft = GoalDraft(call)
        draft.check(&problems)
        _ = draft.goal(new, &problems)
        return said(problems)
    }

    /// What a goal does not allow of a change on 1 September 2026.
    private func problems(
        changing goal: GoalRecord,
        _ change: (inout ChangeGoal) -> Void
    ) -> [String] {
        var call = ChangeGoal(goal: goal.id)
        change(&call)
        var (goal, problems) = (goal, FieldProblems<ChallengesError>())
        var draft = GoalDraft(call)
        draft.check(&problems)
        _ = draft.apply(to: &goal, at: .of("2026-09-01T12:00:00Z"), &problems)
        return said(problems)
    }

    private func said(_ problems: FieldProblems<ChallengesError>) -> [String] {
        problems.isEmpty ? [] : problems.refusal().fault.said
    }

    private static func text(_ count: Int) -> String { String(repeating: "ä", count: count) }

    // Each field by itself: the limits, and one beyond each.

    @Test(arguments: [
        ("x", true), (text(80), true), ("", false), (" ", false), (text(81), false),
        ("a\nb", false), ("\0", false),
    ])
    func `a name is one line of 1 to 80 characters`(text: String, isRight: Bool) {
        let said = isRight ? [] : ["/name challenges.name_invalid"]
        #expect(problems { $0.name = text } == said)
        #expect(problems(changing: .sample(.sample())) { $0.name = text } == said)
    }

    @Test(arguments: [
        ("", true), ("a\nb", true), (text(2_000), true), (text(2_001), false), ("\0", false),
    ])
    func `a description has at most 2,000 characters`(text: String, isRight: Bool) {
        let said = isRight ? [] : ["/description challenges.description_invalid"]
        #expect(problems { $0.description = text } == said)
        #expect(problems(changing: .sample(.sample())) { $0.description = text } == said)
    }

    @Test(arguments: [("x", true), (text(40), true), (text(41), false), (" ", false)])
    func `a unit is one line of at most 40 characters`(text: String, isRight: Bool) {
        let said = isRight ? [] : ["/unit challenges.unit_invalid"]
        #expect(problems { $0.unit = text } == said)
    }

    @Test(arguments: [
        (-Amount.millionthsMax, false), (-1, false), (0, false), (1, true),
        (Amount.millionthsMax, true),
    ])
    func `a target is above 0, up to the greatest amount`(millionths: Int64, isRight: Bool) throws {
        let target = try #require(Amount(millionths: millionths))
        let said = isRight ? [] : ["/target challenges.goal_not_a_number"]
        #expect(problems { $0.target = target } == said)
        #expect(problems(changing: .sample(.sample())) { $0.target = target } == said)
    }

    @Test func `an amount is below a million million`() {
        #expect(Amount("1000000000000") == nil)
        #expect(problems { $0.target = .of("999999999999.999999") } == [])
    }

    @Test(arguments: [(-1, false), (0, false), (1, true), (2, true), (366, true), (367, false)])
    func `a window has 1 to 366 days`(days: Int, isRight: Bool) {
        let said = problems { call in
            (call.metric, call.unit, call.windowDays) = (.steps, nil, days)
        }
        #expect(said == (isRight ? [] : ["/windowDays challenges.window_invalid"]))
    }

    @Test(
        arguments: [
            ([], true), ([1], true), ([7], true), ([1, 2, 3, 4, 5, 6], true),
            ([1, 2, 3, 4, 5, 6, 7], false), ([0], false), ([8], false), ([3, 3], false),
        ] as [([Int], Bool)]
    )
    func `a daily goal rests on up to six weekdays, each once`(days: [Int], isRight: Bool) {
        let said = isRight ? [] : ["/restWeekdays challenges.rest_weekdays_invalid"]
        #expect(problems { ($0.recurrence, $0.restWeekdays) = (.daily, days) } == said)
        #expect(problems(changing: .sample(.sample(.daily))) { $0.restWeekdays = days } == said)
    }

    @Test(arguments: [(Visibility.private, true), (.friends, true), (.public, false)])
    func `it is private or for friends`(visibility: Visibility, isRight: Bool) {
        let said = isRight ? [] : ["/visibility challenges.visibility_unknown"]
        #expect(problems { $0.visibility = visibility } == said)
        #expect(problems(changing: .sample(.sample())) { $0.visibility = visibility } == said)
    }

    // What does not fit together.

    @Test(arguments: [Goal.Recurrence.once, .weekly, .monthly])
    func `only a daily goal has days of rest`(recurrence: Goal.Recurrence) {
        let said = ["/restWeekdays challenges.rest_weekdays_invalid"]
        #expect(problems { ($0.recurrence, $0.restWeekdays) = (recurrence, [7]) } == said)
        #expect(problems { ($0.recurrence, $0.restWeekdays) = (recurrence, []) } == [])
        let goal = GoalRecord.sample(.sample(recurrence))
        #expect(problems(changing: goal) { $0.restWeekdays = [7] } == said)
        #expect(problems(changing: goal) { $0.restWeekdays = [] } == [])
    }

    @Test(
        arguments: [
            (.once, nil), (.daily, .steps), (.weekly, .steps), (.monthly, .steps),
        ] as [(Goal.Recurrence, Metric?)]
    )
    func `only a goal with a metric that is reached once has a window`(
        recurrence: Goal.Recurrence,
        metric: Metric?
    ) {
        let said = problems { call in
            (call.recurrence, call.metric, call.windowDays) = (recurrence, metric, 1)
            if metric != nil { call.unit = nil }
        }
        #expect(said == ["/windowDays challenges.window_invalid"])
    }

    @Test(arguments: [("2023-11-13", false), ("2023-11-14", true), ("2023-11-15", true)])
    func `the last day is today or later`(day: String, isRight: Bool) {
        let said = problems { $0.lastDay = .of(day) }
        #expect(said == (isRight ? [] : ["/lastDay challenges.last_day_invalid"]))
    }

    @Test(arguments: [("2026-08-31", false), ("2026-09-01", true), ("2026-09-02", true)])
    func `a changed last day is today or later`(day: String, isRight: Bool) {
        let said = problems(changing: .sample(.sample())) { $0.lastDay = .of(day) }
        #expect(said == (isRight ? [] : ["/lastDay challenges.last_day_invalid"]))
    }

    @Test(
        arguments: [
            (.steps, "200000", "200000.000001"), (.distance, "500000", "500000.000001"),
            (.energy, "20000", "20000.000001"), (.exercise, "86400", "86400.000001"),
        ] as [(Metric, String, String)]
    )
    func `where one day must reach it, a target is what a day may hold`(
        metric: Metric,
        most: String,
        more: String
    ) {
        let cases: [(Goal.Recurrence, Int?, Bool)] = [
            (.once, nil, true), (.once, 1, true), (.daily, nil, true), (.once, 2, false),
            (.weekly, nil, false), (.monthly, nil, false),
        ]
        for (recurrence, window, isOneDay) in cases {
            func made(_ target: String) -> [String] {
                problems { call in
                    (call.metric, call.unit, call.target) = (metric, nil, .of(target))
                    (call.recurrence, call.windowDays) = (recurrence, window)
                }
            }
            let goal = GoalRecord.sample(.sample(recurrence), metric: metric, window: window)
            let said = isOneDay ? ["/target challenges.goal_beyond_day"] : []
            #expect(made(most) == [])
            #expect(made(more) == said)
            #expect(problems(changing: goal) { $0.target = .of(most) } == [])
            #expect(problems(changing: goal) { $0.target = .of(more) } == said)
        }
    }

    @Test func `without a metric a day holds any target`() {
        #expect(problems { ($0.target, $0.recurrence) = (.of("200001"), .daily) } == [])
    }

    @Test func `of whole numbers the target is one`() {
        let said = ["/target challenges.target_not_whole"]
        #expect(problems { ($0.target, $0.wholeNumbers) = (.of("1.5"), true) } == said)
        #expect(problems { ($0.target, $0.wholeNumbers) = (.of("2"), true) } == [])
        #expect(problems { ($0.target, $0.wholeNumbers) = (.of("1.5"), false) } == [])
        let goal = GoalRecord.sample(.sample(), wholeNumbers: true)
        #expect(problems(changing: goal) { $0.target = .of("1.5") } == said)
        #expect(problems(changing: goal) { $0.target = .of("2") } == [])
    }

    @Test(arguments: [nil, ""] as [String?])
    func `a target needs a unit, which a metric brings`(unit: String?) {
        #expect(problems { $0.unit = unit } == ["/unit challenges.unit_missing"])
        #expect(problems { ($0.unit, $0.target) = (unit, nil) } == [])
        #expect(problems { ($0.unit, $0.metric) = (unit, .steps) } == [])
    }

    @Test func `a metric needs a target, and has its own unit`() {
        #expect(
            problems { ($0.metric, $0.unit, $0.target) = (.steps, nil, nil) }
                == ["/target challenges.target_missing"]
        )
        #expect(problems { $0.metric = .steps } == ["/unit challenges.metric_unit"])
        #expect(problems { ($0.metric, $0.unit) = (.steps, "steps") } == [])
    }

    // A wrong field alone is reported.

    @Test(arguments: ["0", "-1"])
    func `of a metric with a wrong target only the target is reported`(target: String) {
        let said = problems { call in
            (call.metric, call.unit, call.target) = (.steps, nil, .of(target))
        }
        #expect(said == ["/target challenges.goal_not_a_number"])
    }

    @Test(arguments: [nil, "", "pages"] as [String?])
    func `of an unknown metric only the metric is reported`(unit: String?) {
        let said = ["/metric challenges.metric_unknown"]
        #expect(problems { ($0.metric, $0.unit) = (.unknown, unit) } == said)
        #expect(problems { ($0.metric, $0.unit, $0.target) = (.unknown, unit, nil) } == said)
        #expect(problems { ($0.metric, $0.unit, $0.windowDays) = (.unknown, unit, 7) } == said)
    }

    @Test func `of an unknown recurrence only the recurrence is reported`() {
        let said = ["/recurrence challenges.recurrence_unknown"]
        #expect(problems { ($0.recurrence, $0.restWeekdays) = (.unknown, [7]) } == said)
        let steps = problems { call in
            (call.metric, call.unit, call.target) = (.steps, nil, .of("200001"))
            (call.recurrence, call.windowDays) = (.unknown, 7)
        }
        #expect(steps == said)
    }

    @Test func `of a wrong window only the window is reported`() {
        let said = problems { call in
            (call.metric, call.unit, call.target) = (.steps, nil, .of("900000"))
            call.windowDays = 367
        }
        #expect(said == ["/windowDays challenges.window_invalid"])
    }

    @Test func `a window without a metric is wrong in any recurrence`() {
        let said = problems { ($0.recurrence, $0.windowDays) = (.unknown, 7) }
        #expect(
            said == [
                "/recurrence challenges.recurrence_unknown",
                "/windowDays challenges.window_invalid",
            ]
        )
    }

    // What stays.

    @Test func `what is counted and how often is taken only where it is the present`() {
        let goal = GoalRecord.sample(.sample(.weekly), metric: .steps)
        #expect(
            problems(changing: goal) { call in
                (call.recurrence, call.metric, call.unit) = (.weekly, .steps, "steps")
            } == []
        )
        #expect(
            problems(changing: goal) { call in
                (call.recurrence, call.metric, call.unit) = (.daily, .energy, "pages")
            } == [
                "/recurrence challenges.goal_fixed", "/metric challenges.goal_fixed",
                "/unit challenges.goal_fixed",
            ]
        )
    }

    @Test func `a goal that is only marked gets no target`() {
        let goal = GoalRecord.sample(.sample(.daily, target: nil))
        #expect(
            problems(changing: goal) { $0.target = .of("5") } == ["/target challenges.goal_fixed"]
        )
    }

    @Test(arguments: [GoalLife.State.completed, .expired, .abandoned])
    func `of a goal that is over only the text changes`(state: GoalLife.State) {
        let life = GoalLife.sample(.daily, until: "2026-09-03", resting: [6, 7]).in(state)
        let goal = GoalRecord.sample(life)
        #expect(
            problems(changing: goal) { call in
                (call.name, call.description, call.visibility) = ("Write", "", .friends)
                (call.target, call.lastDay) = (.of("10"), .of("2026-09-03"))
                call.restWeekdays = [7, 6]
            } == []
        )
        #expect(
            problems(changing: goal) { call in
                (call.target, call.lastDay) = (.of("11"), .of("2026-09-04"))
                call.restWeekdays = [7]
            } == [
                "/target challenges.goal_fixed", "/lastDay challenges.goal_fixed",
                "/restWeekdays challenges.goal_fixed",
            ]
        )
    }
}
