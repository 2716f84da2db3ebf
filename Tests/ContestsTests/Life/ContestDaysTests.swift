import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Testing
import Values
import Wire
import Zones

@testable import Challenges
@testable import Contests

/// Days of a contest, in its zone, over the changes of its clocks (2.9-whole-days).
struct ContestDaysTests {
    private func at(_ text: String) throws -> Instant {
        try #require(Instant(rfc3339: text))
    }

    private func day(_ text: String) throws -> CivilDate {
        try #require(CivilDate(rfc3339: text))
    }

    /// A contest of whole days, as a call makes it.
    private func contest(
        _ zone: String,
        from first: String,
        until last: String,
        now: String = "2026-03-01T00:00:00Z"
    ) throws -> ContestRecord {
        var contest = ContestRecord.sample(.draft, in: zone)
        let call = CreateContest(
            name: "Steps",
            startsOn: try day(first),
            endsOn: try day(last)
        )
        var problems = FieldProblems<ChallengesError>()
        ContestDraft(call).apply(
            to: &contest,
            isCategoryKnown: true,
            at: try at(now),
            under: ContestRules(),
            &problems
        )
        #expect(problems.isEmpty)
        return contest
    }

    @Test(
        arguments: [
            // Clocks go forward: the day has 23 hours.
            ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", 23),
            ("America/New_York", "2026-03-08", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z", 23),
            // Back: it has 25.
            ("Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", 25),
            ("America/New_York", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z", 25),
            ("UTC", "2026-10-25", "2026-10-25T00:00:00Z", "2026-10-26T00:00:00Z", 24),
            // Midnight is skipped: the day begins at one o'clock.
            ("America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z", "2026-09-07T03:00:00Z", 23),
        ] as [(String, String, String, String, Int)]
    )
    func `a day lasts from its begin to that of the next`(
        zone: String,
        date: String,
        start: String,
        end: String,
        hours: Int
    ) throws {
        let contest = try contest(zone, from: date, until: date)
        #expect(try contest.life.startsAt == at(start))
        #expect(try contest.life.endsAt == at(end))
        #expect(try at(end) - at(start) == .hours(hours))
        #expect(contest.life.wholeDays)
    }

    @Test(
        arguments: [
            ("Europe/Berlin", "2026-03-23", "2026-03-29", "2026-03-29T22:00:00Z"),
            ("America/New_York", "2026-03-02", "2026-03-08", "2026-03-09T04:00:00Z"),
            ("Europe/Berlin", "2026-10-19", "2026-10-25", "2026-10-25T23:00:00Z"),
            ("America/New_York", "2026-10-26", "2026-11-01", "2026-11-02T05:00:00Z"),
        ] as [(String, String, String, String)]
    )
    func `a week until Sunday ends at midnight there, whatever the clocks did that day`(
        zone: String,
        monday: String,
        sunday: String,
        end: String
    ) throws {
        let contest = try contest(zone, from: monday, until: sunday)
        #expect(try contest.life.endsAt == at(end))
        #expect(try contest.zone.local(at: at(end)).secondOfDay == 0)
        #expect(try contest.zone.day(of: at(end)).weekday == 1)
    }

    @Test func `it lasts whole days only if days begin at both ends`() throws {
        let berlin = try #require(Zones.system.zone(named: "Europe/Berlin"))
        let start = try at("2026-03-28T23:00:00Z")
        let end = try at("2026-03-29T22:00:00Z")
        let cases: [(Instant?, Instant?, Bool)] = [
            (start, end, true), (start, nil, true), (start + .tick, end, false),
            (start - .tick, end, false), (start, end + .tick, false), (start, end - .tick, false),
            (nil, end, false), (nil, nil, false),
        ]
        for (start, end, isWhole) in cases {
            let times = ContestTimes(startsAt: start, endsAt: end, wholeDays: false)
            #expect(times.isWholeDays(in: berlin) == isWhole)
            #expect(times.isWholeDays(in: .utc) == false)
        }
    }

    @Test func `in another zone whole days are the same days, and moments the same moments`()
        throws
    {
        let berlin = try #require(Zones.system.zone(named: "Europe/Berlin"))
        let york = try #require(Zones.system.zone(named: "America/New_York"))
        let contest = try contest("Europe/Berlin", from: "2026-03-23", until: "2026-03-29")
        let moved = contest.life.times.moved(from: berlin, to: york)
        #expect(try moved.startsAt == at("2026-03-23T04:00:00Z"))
        #expect(try moved.endsAt == at("2026-03-30T04:00:00Z"))
        #expect(moved.isWholeDays(in: york))
        #expect(try moved.startsOn == day("2026-03-23") && moved.endsOn == day("2026-03-29"))
        let exact = try ContestTimes(
            startsAt: at("2026-03-23T12:00:00Z"),
            endsAt: at("2026-03-29T12:00:00Z"),
            wholeDays: false
        )
        #expect(exact.moved(from: berlin, to: york) == exact)
    }

    @Test func `a day begins at its midnight, or up to an hour earlier by rules that are gone`()
        throws
    {
        let berlin = try #require(Zones.system.zone(named: "Europe/Berlin"))
        let midnight = try at("2026-11-09T23:00:00Z")
        let moments: [(Instant, String)] = [
            (midnight, "2026-11-10"), (midnight - .hours(1), "2026-11-10"),
            (midnight - .hours(1) - .tick, "2026-11-09"), (midnight + .hours(1), "2026-11-10"),
            (midnight + .hours(23) - .tick, "2026-11-10"),
            (midnight + .hours(23), "2026-11-11"),
        ]
        for (moment, said) in moments {
            #expect(try berlin.dayBegun(about: moment) == day(said))
        }
    }

    // Ending early.

    @Test func `ended early it ends now, or with its present day`() throws {
        var contest = try contest("Europe/Berlin", from: "2026-10-19", until: "2026-10-31")
        let now = try at("2026-10-25T00:30:00Z")
        // The day of 25 hours has 22 and a half left.
        #expect(try contest.earlyEnd(at: now).end == at("2026-10-25T23:00:00Z"))
        // On its last day that is its end; at midnight the new day has begun.
        let last = try at("2026-10-31T22:59:59Z")
        #expect(contest.earlyEnd(at: last).end == contest.life.endsAt)
        #expect(try contest.earlyEnd(at: now).lastDay == day("2026-10-25"))
        #expect(try contest.earlyEnd(at: last).lastDay == day("2026-10-31"))
        let midnight = try at("2026-10-20T22:00:00Z")
        #expect(contest.earlyEnd(at: midnight).end == midnight + .hours(24))
        contest.life.wholeDays = false
        #expect(contest.earlyEnd(at: now) == .end(now))
    }

    // Settling.

    @Test func `its last day has ended where it ends last`() throws {
        let contest = try contest("Europe/Berlin", from: "2026-10-26", until: "2026-11-01")
        let since = try at("2026-01-01T00:00:00Z")
        func people(_ zones: String...) -> [[ZoneChange]?] {
            zones.map { [ZoneChange(since: since, name: $0)] }
        }
        let cases: [([[ZoneChange]?], String)] = [
            (people("Europe/Berlin"), "2026-11-01T23:00:00Z"),
            (people("Europe/Berlin", "America/New_York", "Asia/Tokyo"), "2026-11-02T05:00:00Z"),
            (people("Pacific/Kiritimati"), "2026-11-01T10:00:00Z"),
            (people("Pacific/Pago_Pago", "Pacific/Kiritimati"), "2026-11-02T11:00:00Z"),
            ([nil], "2026-11-02T00:00:00Z"),
        ]
        for (people, end) in cases {
            #expect(try contest.daysEnd(for: people) == at(end))
        }
        #expect(contest.daysEnd(for: []) == nil)
        var endless = contest
        endless.life.endsAt = nil
        #expect(endless.daysEnd(for: [nil]) == nil)
    }

    // Zones of people.

    @Test func `of several zones of a person the one that holds counts`() throws {
        let zones = [
            ZoneChange(since: .noon, name: "Europe/Berlin"),
            ZoneChange(since: .noon + .days(1), name: "Asia/Tokyo"),
        ]
        #expect(zones.name(at: .noon - .tick) == "Europe/Berlin")
        #expect(zones.name(at: .noon + .days(1) - .tick) == "Europe/Berlin")
        #expect(zones.name(at: .noon + .days(1)) == "Asia/Tokyo")
        #expect([ZoneChange]().name(at: .noon) == nil)
    }

    @Test func `366 days are days of the calendar`() throws {
        let berlin = try #require(Zones.system.zone(named: "Europe/Berlin"))
        // The clocks go back twice: an hour more.
        let autumn = try at("2025-10-25T22:00:00Z")
        #expect(try berlin.latest(.days(366), after: autumn) == at("2026-10-26T23:00:00Z"))
        // Or forward twice: an hour less, which nobody minds.
        let spring = try at("2026-03-28T23:00:00Z")
        #expect(berlin.latest(.days(366), after: spring) == spring + .days(366))
        #expect(berlin.latest(.seconds(8), after: autumn) == autumn + .seconds(8))
        let noon = autumn + .hours(13)
        #expect(berlin.latest(.days(1), after: noon) == noon + .days(1))
    }
}
