import ChallengesAPI
import ChallengesCore
import ChallengesTestKit
import Testing
import Values

@testable import Goals

/// The periods of a goal by its owner's days, over changes of clocks and of time zones (2.4-period,
/// 2.9-zones).
struct GoalPeriodsTests {
    @Test(
        arguments: [
            (Goal.Recurrence.daily, nil, "2026-09-01", "2026-09-02T00:00:00Z"),
            (.weekly, nil, "2026-09-06", "2026-09-07T00:00:00Z"),
            (.monthly, nil, "2026-09-30", "2026-10-01T00:00:00Z"),
            (.weekly, "2026-09-03", "2026-09-03", "2026-09-04T00:00:00Z"),
            (.monthly, "2026-09-01", "2026-09-01", "2026-09-02T00:00:00Z"),
            (.weekly, "2026-09-30", "2026-09-06", "2026-09-07T00:00:00Z"),
        ] as [(Goal.Recurrence, String?, String, String)]
    )
    func `a period ends with its last day, or with the goal's`(
        recurrence: Goal.Recurrence,
        lastDay: String?,
        last: String,
        end: String
    ) throws {
        let periods = GoalPeriods.sample(recurrence, until: lastDay)
        let period = try #require(periods.period(of: .of("2026-09-01"), target: .of("7")))
        #expect(period.days.last == .of(last))
        #expect(period.endsAt == .of(end))
        #expect(period.target == .of("7"))
        #expect(period.state == .open)
        #expect(period.value == .zero)
    }

    @Test func `there is no period after the last day, nor without recurrence`() throws {
        let daily = GoalPeriods.sample(.daily, until: "2026-09-02")
        let first = try #require(daily.period(of: .of("2026-09-01"), target: nil))
        let last = try #require(daily.period(after: first, target: nil))
        #expect(last.days.first == .of("2026-09-02"))
        #expect(daily.period(after: last, target: nil) == nil)
        #expect(daily.period(of: .of("2026-09-03"), target: nil) == nil)
        #expect(GoalPeriods.sample(.once).period(of: .of("2026-09-01"), target: nil) == nil)
    }

    @Test func `the period behind a week or month is the next one whole`() throws {
        let monthly = GoalPeriods.sample(.monthly)
        var month = try #require(monthly.period(of: .of("2027-12-31"), target: nil))
        let ends = ["2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30"]
        for end in ends {
            let next = try #require(monthly.period(after: month, target: nil))
            #expect(next.days.first == month.days.last.advanced(by: 1))
            #expect(next.days.last == .of(end))
            month = next
        }
        let weekly = GoalPeriods.sample(.weekly)
        let week = try #require(weekly.period(of: .of("2026-09-06"), target: nil))
        let next = try #require(weekly.period(after: week, target: .of("8")))
        #expect(next.days == DaySpan(.of("2026-09-07"), .of("2026-09-13")))
        #expect(next.target == .of("8"))
    }

    @Test func `a daily goal rests on its weekdays alone`() throws {
        let weekend = GoalPeriods.sample(.daily, resting: [6, 7])
        var resting: [Bool] = []
        // Monday to Sunday.
        for day in 0..<7 {
            let date = CivilDate.of("2026-08-31").advanced(by: day)
            let period = try #require(weekend.period(of: date, target: nil))
            resting.append(weekend.rests(period))
        }
        #expect(resting == [false, false, false, false, false, true, true])
        let weekly = GoalPeriods.sample(.weekly, resting: [1])
        let week = try #require(weekly.period(of: .of("2026-08-31"), target: nil))
        #expect(!weekly.rests(week))
    }

    // Clocks.

    @Test(
        arguments: [
            ("Europe/Berlin", "2026-03-29", 23), ("Europe/Berlin", "2026-10-25", 25),
            ("America/New_York", "2026-03-08", 23), ("America/New_York", "2026-11-01", 25),
            ("Europe/Berlin", "2026-10-24", 24), ("UTC", "2026-10-25", 24),
            // One midnight is left out, the other comes twice.
            ("America/Santiago", "2026-09-06", 23), ("America/Havana", "2026-11-01", 25),
        ]
    )
    func `a day has the hours that its clocks give it`(
        zone: String,
        date: String,
        hours: Int
    ) throws {
        let periods = GoalPeriods.sample(.daily, by: .of(zone))
        let before = try #require(
            periods.period(of: .of(date).advanced(by: -1), target: nil)
        )
        let period = try #require(periods.period(after: before, target: nil))
        #expect(period.endsAt - before.endsAt == .hours(hours))
        #expect(period.days.first == .of(date))
        #expect(!periods.rests(period))
    }

    @Test(
        arguments: [
            ("Europe/Berlin", "2026-10-01", "2026-10-31T23:00:00Z", 31 * 24 + 1),
            ("Europe/Berlin", "2026-03-01", "2026-03-31T22:00:00Z", 31 * 24 - 1),
            ("America/Havana", "2026-11-01", "2026-12-01T05:00:00Z", 30 * 24 + 1),
            ("America/Havana", "2026-10-01", "2026-11-01T04:00:00Z", 31 * 24),
            ("UTC", "2026-10-01", "2026-11-01T00:00:00Z", 31 * 24),
        ]
    )
    func `a month ends at its owner's midnight, whatever the clocks did in it`(
        zone: String,
        first: String,
        end: String,
        hours: Int
    ) throws {
        let days = LocalDays.of(zone)
        let periods = GoalPeriods.sample(.monthly, by: days)
        let month = try #require(periods.period(of: .of(first), target: nil))
        #expect(month.endsAt == .of(end))
        #expect(month.endsAt - days.end(of: .of(first).advanced(by: -1)) == .hours(hours))
    }

    // Journeys.

    /// The periods that end of a daily goal, each with how many hours it lasted.
    private func days(
        by days: LocalDays,
        from first: String,
        to moment: String
    ) -> [String] {
        var life = GoalLife.sample(on: first, by: days)
        var begun = days.end(of: CivilDate.of(first).advanced(by: -1))
        return life.pass(to: moment).map { period in
            let hours = (period.endsAt - begun) / .hours(1)
            begun = period.endsAt
            return "\(period.line) \(Int(hours))"
        }
    }

    @Test func `from Tokyo to Los Angeles a day lasts longer, and none comes twice`() {
        let days = days(
            by: .of("Asia/Tokyo", then: "America/Los_Angeles", from: "2026-09-10T15:00:00Z"),
            from: "2026-09-08",
            to: "2026-09-13T07:00:00Z"
        )
        #expect(
            days == [
                "2026-09-08 missed 24", "2026-09-09 missed 24", "2026-09-10 missed 40",
                "2026-09-11 missed 24", "2026-09-12 missed 24",
            ]
        )
    }

    @Test func `from Los Angeles to Tokyo a day is shorter, and none is lost`() {
        let days = days(
            by: .of("America/Los_Angeles", then: "Asia/Tokyo", from: "2026-09-11T07:00:00Z"),
            from: "2026-09-09",
            to: "2026-09-12T15:00:00Z"
        )
        #expect(
            days == [
                "2026-09-09 missed 24", "2026-09-10 missed 24", "2026-09-11 missed 8",
                "2026-09-12 missed 24",
            ]
        )
    }

    @Test func `over the date line to the west the day that is left out rests`() {
        let days = days(
            by: .of("Pacific/Pago_Pago", then: "Pacific/Kiritimati", from: "2026-11-02T11:00:00Z"),
            from: "2026-11-01",
            to: "2026-11-04T10:00:00Z"
        )
        #expect(
            days == [
                "2026-11-01 missed 24", "2026-11-02 rested 0", "2026-11-03 missed 23",
                "2026-11-04 missed 24",
            ]
        )
    }

    @Test func `over the date line to the east the day lasts until the next one begins there`() {
        let days = days(
            by: .of("Pacific/Kiritimati", then: "Pacific/Pago_Pago", from: "2026-11-01T10:00:00Z"),
            from: "2026-10-31",
            to: "2026-11-03T11:00:00Z"
        )
        #expect(
            days == [
                "2026-10-31 missed 24", "2026-11-01 missed 49", "2026-11-02 missed 24",
            ]
        )
    }

    @Test func `a week and a month hold each day once, wherever their owner is`() throws {
        let journeys: [LocalDays] = [
            .of("Asia/Tokyo", then: "America/Los_Angeles", from: "2026-09-10T15:00:00Z"),
            .of("America/Los_Angeles", then: "Asia/Tokyo", from: "2026-09-11T07:00:00Z"),
            .of("Pacific/Pago_Pago", then: "Pacific/Kiritimati", from: "2026-11-02T11:00:00Z"),
            .of("Pacific/Kiritimati", then: "Pacific/Pago_Pago", from: "2026-11-01T10:00:00Z"),
        ]
        for days in journeys {
            for recurrence in [Goal.Recurrence.weekly, .monthly] {
                var life = GoalLife.sample(recurrence, on: "2026-09-01", by: days)
                let first = try #require(life.period)
                let ended = life.pass(to: "2026-12-31T00:00:00Z")
                #expect(ended.first?.days == first.days)
                for (period, next) in zip(ended, ended.dropFirst()) {
                    #expect(next.days.first == period.days.last.advanced(by: 1))
                    #expect(period.endsAt < next.endsAt)
                    #expect(days.day(of: period.endsAt - .tick) == period.days.last)
                }
                #expect(ended.count == (recurrence == .weekly ? 17 : 3))
            }
        }
    }
}
