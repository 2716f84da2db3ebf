import Testing
import Values

@testable import Scoring

/// Which days of an overall streak rest (2.7-streaks).
struct StreakPlanTests {
    private func what(_ plans: [StreakPlan], counting days: [Int]) -> [StreakDay.What] {
        plans.days(counting: days.map { .day($0) }).map(\.what)
    }

    @Test func `between days that count the others are missed, unless they rest`() {
        #expect(what([], counting: []).isEmpty)
        #expect(what([], counting: [0, 2]) == [.counted, .missed, .counted])
        // Day 6 is a Sunday.
        let sundays = [StreakPlan(from: .day(0), restWeekdays: [7])]
        #expect(what(sundays, counting: [5, 7]) == [.counted, .rested, .counted])
        #expect(what(sundays, counting: [5, 6, 7]) == [.counted, .counted, .counted])
        #expect(what(sundays, counting: [4, 7]) == [.counted, .missed, .rested, .counted])
    }

    @Test func `a plan holds from its day on, until the next one`() {
        let paused = [
            StreakPlan(from: .day(2), isPaused: true), StreakPlan(from: .day(4), isPaused: false),
        ]
        #expect(
            what(paused, counting: [0, 5])
                == [.counted, .missed, .rested, .rested, .missed, .counted]
        )
    }

    @Test func `before the first plan nothing rests`() {
        let plans = [StreakPlan(from: .day(7), restWeekdays: [7])]
        #expect(what(plans, counting: [5, 7]) == [.counted, .missed, .counted])
    }

    /// Rest on Sundays, a pause of ten days, two freezes, and a late entry, counted by hand.
    @Test func `weeks are counted as by hand`() {
        let plans = [
            StreakPlan(from: .day(0), restWeekdays: [7]),
            StreakPlan(from: .day(21), restWeekdays: [7], isPaused: true),
            StreakPlan(from: .day(31), restWeekdays: [7]),
        ]
        // Sundays are 6, 13, 20, 34. Without days 17 and 18: 0…5, 7…12, 14…16, 19, 31…33.
        let days = Array(0...5) + Array(7...12) + Array(14...16) + [19] + Array(31...33)
        let frozen = StreakCount(plans.days(counting: days.map { .day($0) }))
        // The seventh day is 7, the fourteenth 15: two freezes, which 17 and 18 use.
        #expect(frozen.frozen == [.day(17), .day(18)])
        // 6 + 6 + 3 + 1 + 3.
        #expect(frozen.current == 19 && frozen.best == 19)
        #expect(frozen.freezes == 0)
        // A late entry for day 18 gives one back.
        let late = StreakCount(plans.days(counting: (days + [18]).sorted().map { .day($0) }))
        #expect(late.frozen == [.day(17)])
        #expect(late.current == 20 && late.freezes == 1)
        // Without the rest of Sundays two freezes are not enough.
        let restless = StreakCount([].days(counting: days.map { .day($0) }))
        #expect(restless.current == 3)
    }
}
