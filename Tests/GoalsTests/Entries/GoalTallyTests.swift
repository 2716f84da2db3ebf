import ChallengesAPI
import ChallengesTestKit
import Identifiers
import TestBasics
import Testing
import Values

@testable import ChallengesCore
@testable import Goals

/// What was done on the days of a goal comes to one value (2.4-source, 2.4-window).
struct GoalTallyTests {
    private func tally(
        logged: [String: String] = [:],
        measured: [String: String] = [:]
    ) -> GoalTally {
        func days(_ amounts: [String: String]) -> [CivilDate: Amount] {
            Dictionary(uniqueKeysWithValues: amounts.map { (.of($0), .of($1)) })
        }
        return GoalTally(entries: days(logged), totals: days(measured))
    }

    @Test func `of a day the greater of what was logged and what was measured counts`() {
        let tally = tally(
            logged: ["2026-09-01": "5", "2026-09-02": "8", "2026-09-03": "1"],
            measured: ["2026-09-01": "7", "2026-09-02": "3", "2026-09-04": "2"]
        )
        let values = (1...5).map { tally.value(of: .of("2026-09-0\($0)")) }
        #expect(values == ["7", "8", "1", "2", "0"].map { .of($0) })
        #expect(tally.sum == .of("18"))
    }

    @Test func `nothing comes to nothing`() {
        #expect(tally().sum == .zero)
        #expect(tally().best(of: 1) == .zero)
        #expect(tally().best(of: 366) == .zero)
    }

    @Test(
        arguments: [
            (1, "9"), (2, "11"), (3, "13"), (4, "14"), (5, "14"), (6, "18"), (7, "20"),
            (8, "22"), (366, "22"),
        ]
    )
    func `a window takes its successive days, also those on which nothing was done`(
        count: Int,
        best: String
    ) {
        let tally = tally(measured: [
            "2026-08-31": "5", "2026-09-01": "1", "2026-09-03": "1", "2026-09-04": "2",
            "2026-09-05": "9", "2026-09-06": "2", "2026-08-30": "2",
        ])
        #expect(tally.best(of: count) == .of(best))
    }

    @Test func `a window reaches over the end of a month`() {
        let tally = tally(measured: ["2026-08-31": "5", "2026-09-01": "6", "2026-09-03": "7"])
        #expect(tally.best(of: 2) == .of("11"))
        #expect(tally.best(of: 3) == .of("13"))
        #expect(tally.best(of: 4) == .of("18"))
    }

    @Test func `a sum is no more than an amount can be`() {
        let most = "999999999999.999999"
        let tally = tally(logged: ["2026-09-01": most, "2026-09-02": most])
        #expect(tally.sum == .of(most))
        #expect(tally.best(of: 2) == .of(most))
    }

    @Test(
        arguments: [
            (Goal.Recurrence.once, Metric?.none, Int?.none, "6"),
            (.once, .steps, nil, "3"), (.once, .steps, 1, "3"), (.once, .steps, 2, "5"),
            (.daily, .steps, nil, "6"), (.weekly, .steps, nil, "6"), (.monthly, nil, nil, "6"),
        ] as [(Goal.Recurrence, Metric?, Int?, String)]
    )
    func `a goal that is reached once by a metric takes its best days, any other one the sum`(
        recurrence: Goal.Recurrence,
        metric: Metric?,
        window: Int?,
        value: String
    ) {
        let tally = tally(logged: ["2026-09-01": "3", "2026-09-02": "2", "2026-09-04": "1"])
        let goal = GoalRecord.sample(.sample(recurrence), metric: metric, window: window)
        #expect(goal.value(of: tally) == .of(value))
    }

    @Test func `some days of it are those alone`() {
        let tally = tally(
            logged: ["2026-09-01": "5", "2026-09-02": "8", "2026-09-04": "1"],
            measured: ["2026-09-01": "7", "2026-09-03": "3", "2026-09-04": "2"]
        )
        let days = tally.within(.of("2026-09-02")...(.of("2026-09-03")))
        #expect(days.entries == [.of("2026-09-02"): .of("8")])
        #expect(days.totals == [.of("2026-09-03"): .of("3")])
    }

    @Test(arguments: [1, 2, 3, 7])
    func `after a change of a day, what is around it tells the value, or that all must be read`(
        window: Int
    ) throws {
        var dice = Dice(seed: UInt64(window))
        var life = GoalLife.sample(.once, target: "1000000")
        let first = CivilDate.of("2026-09-01")
        let all = first...first.advanced(by: 11)
        var tally = GoalTally()
        var read = 0
        for step in 0..<400 {
            let day = first.advanced(by: Int.random(in: 0..<12, using: &dice))
            let before = tally.totals[day]
            if Int.random(in: 0..<8, using: &dice) == 0 {
                // What is logged has all counted again.
                tally.entries[day] = Amount(whole: .random(in: 1...9, using: &dice))
                life.value = tally.best(of: window)
                continue
            }
            let total = Amount(whole: .random(in: 0...9, using: &dice))
            tally.totals[day] = total
            let change = HealthDayChange(
                user: UserID(),
                metric: .steps,
                day: day,
                before: before.map { HealthTotal(amount: $0, measured: $0, changedAt: .noon) },
                total: HealthTotal(amount: total, measured: total, changedAt: .noon),
                at: .noon
            )
            let goal = GoalRecord.sample(life, metric: .steps, window: window)
            let near = tally.within(goal.days(around: day)).within(all)
            let value = goal.value(after: change, near: near)
            let isRise = before.map { $0 <= total } ?? true
            #expect(value != nil || !isRise, "step \(step)")
            if let value {
                #expect(value == tally.best(of: window), "step \(step)")
            } else {
                read += 1
            }
            life.value = tally.best(of: window)
        }
        #expect(read > 0)
        #expect(read < 200)
    }
}
