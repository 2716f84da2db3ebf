import ChallengesTestKit
import Testing
import Values
import Zones

@testable import ChallengesCore

/// When a reminder comes, by the clocks on the wall (2.13-reminders, 2.9-local-times, 2.9-zones).
struct ReminderTimesTests {
    private static let week = Set(1...7)

    private func times(_ minuteOfDay: Int, on weekdays: Set<Int> = week) -> ReminderTimes {
        ReminderTimes(minuteOfDay: minuteOfDay, weekdays: weekdays)
    }

    /// The times from a moment on, one after another.
    private func list(
        _ times: ReminderTimes,
        _ count: Int,
        from moment: String,
        by days: LocalDays
    ) -> [String] {
        var list: [String] = []
        var from = Instant.of(moment)
        for _ in 0..<count {
            guard let next = times.next(from: from, rungOn: nil, by: days) else { break }
            list.append("\(next.day) \(next.at)")
            from = next.at + .tick
        }
        return list
    }

    @Test func `a time counts from its moment on, and later comes the next`() throws {
        let eight = times(480)
        let at = Instant.of("2026-03-02T08:00:00Z")
        for (from, expected) in [(at - .tick, at), (at, at), (at + .tick, at + .days(1))] {
            let next = try #require(eight.next(from: from, rungOn: nil, by: LocalDays(nil)))
            #expect(next.at == expected)
        }
    }

    @Test func `only the weekdays count`() {
        // The second of March is a Monday.
        let utc = LocalDays(nil)
        #expect(
            list(times(0, on: [1, 7]), 4, from: "2026-03-02T00:00:00Z", by: utc) == [
                "2026-03-02 2026-03-02T00:00:00Z", "2026-03-08 2026-03-08T00:00:00Z",
                "2026-03-09 2026-03-09T00:00:00Z", "2026-03-15 2026-03-15T00:00:00Z",
            ]
        )
        #expect(
            list(times(1_439, on: [3]), 2, from: "2026-03-04T23:59:00.000001Z", by: utc) == [
                "2026-03-11 2026-03-11T23:59:00Z", "2026-03-18 2026-03-18T23:59:00Z",
            ]
        )
    }

    @Test func `a day on which it came is over for it, and so are those before`() throws {
        let eight = times(480)
        let from = Instant.of("2026-03-02T07:00:00Z")
        for (rung, day) in [("2026-03-01", "02"), ("2026-03-02", "03"), ("2026-03-04", "05")] {
            let next = try #require(eight.next(from: from, rungOn: .of(rung), by: LocalDays(nil)))
            #expect(next.day == .of("2026-03-\(day)"))
        }
    }

    @Test(arguments: [
        (
            "America/New_York", "2026-03-06T00:00:00Z",
            ["06T13", "09T12", "10T12"].map { "2026-03-\($0)" }
        ),
        (
            "Europe/Berlin", "2026-03-27T00:00:00Z",
            ["27T07", "30T06", "31T06"].map { "2026-03-\($0)" }
        ),
        (
            "Australia/Sydney", "2026-04-02T00:00:00Z",
            ["02T21", "05T22", "06T22"].map { "2026-04-\($0)" }
        ),
        (
            "Asia/Kolkata", "2026-03-27T00:00:00Z",
            ["27T02", "30T02", "31T02"].map { "2026-03-\($0)" }
        ),
    ])
    func `eight on workdays stays eight when the clocks change`(
        zone: String,
        from: String,
        expected: [String]
    ) {
        let workdays = times(480, on: [1, 2, 3, 4, 5])
        let found = list(workdays, 3, from: from, by: .of(zone)).map { text in
            String(text.split(separator: " ")[1].prefix(13))
        }
        #expect(found == expected)
    }

    @Test func `a time that is skipped comes when the clocks go on, one shown twice comes once`() {
        let york = LocalDays.of("America/New_York")
        #expect(
            list(times(150), 3, from: "2026-03-07T07:00:00Z", by: york) == [
                "2026-03-07 2026-03-07T07:30:00Z", "2026-03-08 2026-03-08T07:00:00Z",
                "2026-03-09 2026-03-09T06:30:00Z",
            ]
        )
        #expect(
            list(times(90), 2, from: "2026-11-01T00:00:00Z", by: york) == [
                "2026-11-01 2026-11-01T05:30:00Z", "2026-11-02 2026-11-02T06:30:00Z",
            ]
        )
    }

    @Test func `the last hour of a day may be skipped: it comes as the next day begins`() {
        #expect(
            list(times(1_410), 3, from: "2026-03-28T02:00:00Z", by: .of("America/Nuuk")) == [
                "2026-03-28 2026-03-29T01:00:00Z", "2026-03-29 2026-03-30T00:30:00Z",
                "2026-03-30 2026-03-31T00:30:00Z",
            ]
        )
    }

    @Test func `a day that a new zone leaves out has no time`() {
        let days = LocalDays.of(
            "Pacific/Honolulu",
            then: ("Pacific/Kiritimati", "2026-01-01T10:00:00Z")
        )
        #expect(
            list(times(480), 3, from: "2025-12-31T00:00:00Z", by: days) == [
                "2025-12-31 2025-12-31T18:00:00Z", "2026-01-02 2026-01-01T18:00:00Z",
                "2026-01-03 2026-01-02T18:00:00Z",
            ]
        )
    }

    @Test func `a new zone ahead skips times, and one behind shows them twice`() {
        // At midnight in Los Angeles it is five in the afternoon in Tokyo.
        let east = LocalDays.of(
            "America/Los_Angeles",
            then: ("Asia/Tokyo", "2026-01-02T08:00:00Z")
        )
        #expect(
            list(times(480), 3, from: "2026-01-01T00:00:00Z", by: east) == [
                "2026-01-01 2026-01-01T16:00:00Z", "2026-01-02 2026-01-02T08:00:00Z",
                "2026-01-03 2026-01-02T23:00:00Z",
            ]
        )
        // At midnight in Tokyo it is seven in the morning of the same day in Los Angeles.
        let west = LocalDays.of(
            "Asia/Tokyo",
            then: ("America/Los_Angeles", "2026-01-01T15:00:00Z")
        )
        #expect(
            list(times(480), 3, from: "2025-12-31T15:00:00Z", by: west) == [
                "2026-01-01 2025-12-31T23:00:00Z", "2026-01-02 2026-01-02T16:00:00Z",
                "2026-01-03 2026-01-03T16:00:00Z",
            ]
        )
    }

    /// Every quarter of an hour of spring and autumn, whatever the zone does meanwhile.
    @Test(
        arguments: [
            "UTC", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "America/Nuuk",
            "America/Santiago", "Asia/Kathmandu",
        ],
        ["2026-02-20", "2026-08-25"]
    )
    func `each time of each day is the first moment at which the clock shows it, or more`(
        zone: String,
        first: String
    ) throws {
        let clock = try #require(Zones.system.zone(named: zone))
        let days = LocalDays.of(zone)
        let start = clock.start(of: .of(first))
        // What the clock shows, day by day: a quarter of an hour, and when it shows it first.
        var shown: [(day: CivilDate, starts: [(minute: Int, at: Instant)])] = []
        for step in 0..<(75 * 96) {
            let at = start + .minutes(15 * step)
            let (day, second) = clock.local(at: at)
            if shown.last?.day != day { shown.append((day, [])) }
            shown[shown.count - 1].starts.append((Int(second / 60), at))
        }
        for minute in stride(from: 0, to: 1_440, by: 45) + [1_425] {
            let times = times(minute)
            let expected = shown.dropLast().enumerated().map { place, today in
                let at = today.starts.first { $0.minute >= minute }?.at
                return ReminderTimes.Time(
                    day: today.day,
                    at: at ?? shown[place + 1].starts[0].at
                )
            }
            var found: [ReminderTimes.Time] = []
            var from = start
            while found.count < expected.count,
                let next = times.next(from: from, rungOn: nil, by: days)
            {
                found.append(next)
                from = next.at + .tick
            }
            #expect(found == expected, "\(minute)")
        }
    }
}
