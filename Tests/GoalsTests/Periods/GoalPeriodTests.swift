import ChallengesAPI
import Testing
import Values

@testable import Goals

/// Which days a period has (2.4-period).
struct GoalPeriodTests {
    private static let tuesday = CivilDate.of("2026-09-01")

    @Test(
        "A period is the day, its week from Monday on, or its month",
        arguments: [
            (Goal.Recurrence.daily, "2026-09-01", "2026-09-01"),
            (.weekly, "2026-08-31", "2026-09-06"),
            (.monthly, "2026-09-01", "2026-09-30"),
        ]
    )
    func period(_ recurrence: Goal.Recurrence, _ first: String, _ last: String) throws {
        let days = try #require(recurrence.period(of: Self.tuesday))
        #expect(days.first.description == first)
        #expect(days.last.description == last)
    }

    @Test func `a goal that is reached once has none`() {
        #expect(Goal.Recurrence.once.period(of: Self.tuesday) == nil)
    }

    @Test(
        "A month ends with its last day, in leap years too",
        arguments: [
            ("2028-02-10", "2028-02-29"), ("2027-02-28", "2027-02-28"),
            ("2026-12-31", "2026-12-31"), ("2026-04-30", "2026-04-30"),
        ]
    )
    func month(_ day: String, _ last: String) throws {
        let days = try #require(Goal.Recurrence.monthly.period(of: .of(day)))
        #expect(days.last.description == last)
    }

    @Test func `a week has Sunday as its last day`() throws {
        let sunday = CivilDate.of("2026-09-06")
        let days = try #require(Goal.Recurrence.weekly.period(of: sunday))
        #expect(days.first.description == "2026-08-31")
        #expect(days.last == sunday)
    }
}
