import ChallengesAPI
import ChallengesCore
import IdentityAPI
import TestBasics
import Testing
import Values
import Zones

@testable import Goals

/// Periods by zones whose rules were changed in 2026. The files are the test's own: a machine's may
/// be older.
struct BroughtZonesTests {
    /// Morocco goes from +01 to +00 on 2026-09-20 at 02:00 UTC, and stays there; Cuba stays at -04,
    /// where it went back to -05 each 1 November before.
    private let zones: Zones

    init() throws {
        let directory = try ZoneDirectory(
            release: "2026f",
            zones: [
                "Africa/Casablanca": .changed(3_600, to: 0, at: 1_789_869_600),
                "America/Havana": .fixed(-14_400),
            ]
        )
        zones = try withExtendedLifetime(directory) { try Zones(directory: directory.path) }
    }

    private func periods(_ recurrence: Goal.Recurrence, in zone: String) -> GoalPeriods {
        let stay = ZoneChange(since: Instant(microseconds: 0), name: zone)
        return GoalPeriods(
            recurrence: recurrence,
            restWeekdays: [],
            lastDay: nil,
            days: LocalDays([stay], in: zones)
        )
    }

    private func end(
        of day: String,
        _ recurrence: Goal.Recurrence,
        in zone: String
    ) throws -> String {
        let day = try #require(CivilDate(rfc3339: day))
        let period = periods(recurrence, in: zone).period(of: day, target: nil)
        return "\(try #require(period).endsAt)"
    }

    @Test(arguments: [
        ("2026-09-19", "2026-09-19T23:00:00Z"), ("2026-09-20", "2026-09-21T00:00:00Z"),
        ("2026-09-21", "2026-09-22T00:00:00Z"),
    ])
    func `Morocco's day of the change has 25 hours`(day: String, end: String) throws {
        #expect(try self.end(of: day, .daily, in: "Africa/Casablanca") == end)
    }

    @Test(arguments: [
        ("2026-10-31", "2026-11-01T04:00:00Z"), ("2026-11-01", "2026-11-02T04:00:00Z"),
        ("2026-11-02", "2026-11-03T04:00:00Z"),
    ])
    func `Cuba's day without a change has 24`(day: String, end: String) throws {
        #expect(try self.end(of: day, .daily, in: "America/Havana") == end)
    }

    @Test(arguments: [
        ("Africa/Casablanca", "2026-08-31", "2026-08-31T23:00:00Z"),
        ("Africa/Casablanca", "2026-09-01", "2026-10-01T00:00:00Z"),
        ("America/Havana", "2026-11-30", "2026-12-01T04:00:00Z"),
    ])
    func `a month ends by the clocks of its last day`(
        zone: String,
        day: String,
        end: String
    ) throws {
        #expect(try self.end(of: day, .monthly, in: zone) == end)
    }

    @Test func `within the month no day is missing, and none comes twice`() throws {
        for (zone, first) in [
            ("Africa/Casablanca", "2026-09-01"), ("America/Havana", "2026-11-01"),
        ] {
            let days = periods(.daily, in: zone).days
            let start = try #require(CivilDate(rfc3339: first))
            for number in 0..<30 {
                let day = start.advanced(by: number)
                let end = days.end(of: day)
                #expect(days.day(of: end) == day.advanced(by: 1))
                #expect(days.day(of: end - .microseconds(1)) == day)
            }
        }
    }
}
