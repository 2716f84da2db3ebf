import Testing
import Values

@testable import Zones

/// Local days and times in zones of the system's database (2.9-zones, 2.9-local-times).
struct ZoneTests {
    private func zone(_ name: String) throws -> Zone {
        try #require(Zones.system.zone(named: name), "is tzdata installed?")
    }

    private func at(_ text: String) throws -> Instant {
        try #require(Instant(rfc3339: text))
    }

    private func date(_ text: String) throws -> CivilDate {
        let parts = text.split(separator: "-").compactMap { Int64($0) }
        return try #require(CivilDate(year: parts[0], month: parts[1], day: parts[2]))
    }

    private func local(_ text: String) throws -> (date: CivilDate, inDay: Int64) {
        CivilDate.split(try at("\(text)Z").microseconds / 1_000_000, unitsADay: 86_400)
    }

    /// A moment, and the date and time that clocks show.
    @Test(arguments: [
        // The clocks go forward, and back.
        ("Europe/Berlin", "2026-03-29T00:59:59Z", "2026-03-29T01:59:59"),
        ("Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29T03:00:00"),
        ("Europe/Berlin", "2026-10-25T00:59:59Z", "2026-10-25T02:59:59"),
        ("Europe/Berlin", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00"),
        // By half an hour.
        ("Australia/Lord_Howe", "2026-04-04T14:59:59Z", "2026-04-05T01:59:59"),
        ("Australia/Lord_Howe", "2026-04-04T15:00:00Z", "2026-04-05T01:30:00"),
        ("Australia/Lord_Howe", "2026-10-03T15:29:59Z", "2026-10-04T01:59:59"),
        ("Australia/Lord_Howe", "2026-10-03T15:30:00Z", "2026-10-04T02:30:00"),
        // Over the date line.
        ("Pacific/Apia", "2011-12-30T09:59:59Z", "2011-12-29T23:59:59"),
        ("Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31T00:00:00"),
        // From and to midnight.
        ("America/Santiago", "2026-09-06T03:59:59Z", "2026-09-05T23:59:59"),
        ("America/Santiago", "2026-09-06T04:00:00Z", "2026-09-06T01:00:00"),
        ("America/Havana", "2026-11-01T04:59:59Z", "2026-11-01T00:59:59"),
        ("America/Havana", "2026-11-01T05:00:00Z", "2026-11-01T00:00:00"),
        ("America/St_Johns", "2010-11-07T02:30:59Z", "2010-11-07T00:00:59"),
        ("America/St_Johns", "2010-11-07T02:31:00Z", "2010-11-06T23:01:00"),
        // Before the first change there is, and beyond the last.
        ("Europe/Berlin", "1850-06-01T00:00:00Z", "1850-06-01T00:53:28"),
        ("Europe/Berlin", "2100-03-28T00:59:59Z", "2100-03-28T01:59:59"),
        ("Europe/Berlin", "2100-03-28T01:00:00Z", "2100-03-28T03:00:00"),
        ("Europe/Berlin", "9999-07-01T12:00:00Z", "9999-07-01T14:00:00"),
        ("Europe/Dublin", "2100-01-01T12:00:00Z", "2100-01-01T12:00:00"),
        ("Europe/Dublin", "2100-07-01T12:00:00Z", "2100-07-01T13:00:00"),
        ("Asia/Jerusalem", "2040-03-22T23:59:59Z", "2040-03-23T01:59:59"),
        ("Asia/Jerusalem", "2040-03-23T00:00:00Z", "2040-03-23T03:00:00"),
        ("America/Nuuk", "2050-03-27T00:59:59Z", "2050-03-26T22:59:59"),
        ("America/Nuuk", "2050-03-27T01:00:00Z", "2050-03-27T00:00:00"),
        ("Pacific/Chatham", "2100-01-01T00:00:00Z", "2100-01-01T13:45:00"),
        ("Asia/Tokyo", "2100-01-01T00:00:00Z", "2100-01-01T09:00:00"),
        ("UTC", "1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59"),
        ("UTC", "1970-01-01T00:00:00Z", "1970-01-01T00:00:00"),
    ])
    func `clocks show a date and a time`(name: String, moment: String, local: String) throws {
        let shown = try zone(name).local(at: at(moment))
        let expected = try self.local(local)
        #expect(shown.day == expected.date)
        #expect(shown.secondOfDay == expected.inDay)
        #expect(try zone(name).day(of: at(moment)) == expected.date)
    }

    @Test(arguments: [
        ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z"),
        ("Europe/Berlin", "2026-03-30", "2026-03-29T22:00:00Z"),
        ("Europe/Berlin", "2026-10-26", "2026-10-25T23:00:00Z"),
        ("Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30:00Z"),
        // Midnight is skipped: the day begins at one o'clock.
        ("America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z"),
        ("America/Havana", "2026-03-08", "2026-03-08T05:00:00Z"),
        // From half past eleven to half past twelve.
        ("America/Toronto", "1919-03-31", "1919-03-31T04:30:00Z"),
        // Midnight comes twice: the first one counts.
        ("America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"),
        ("America/St_Johns", "2010-11-07", "2010-11-07T02:30:00Z"),
        // Just before midnight the clocks show eleven again: midnight comes once.
        ("America/Sao_Paulo", "2018-02-18", "2018-02-18T03:00:00Z"),
        // A day that does not exist begins with the next.
        ("Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z"),
        ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),
        ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
        ("Pacific/Apia", "2012-01-01", "2011-12-31T10:00:00Z"),
        ("Europe/Berlin", "9999-12-31", "9999-12-30T23:00:00Z"),
        ("UTC", "2026-06-01", "2026-06-01T00:00:00Z"),
    ])
    func `a day begins at a moment`(name: String, day: String, moment: String) throws {
        #expect(try zone(name).start(of: date(day)) == at(moment))
    }

    @Test(arguments: [
        // Skipped: the moment of the change.
        ("Europe/Berlin", "2026-03-29T01:59:59", "2026-03-29T00:59:59Z"),
        ("Europe/Berlin", "2026-03-29T02:00:00", "2026-03-29T01:00:00Z"),
        ("Europe/Berlin", "2026-03-29T02:30:00", "2026-03-29T01:00:00Z"),
        ("Europe/Berlin", "2026-03-29T03:00:00", "2026-03-29T01:00:00Z"),
        ("Europe/Berlin", "2026-03-29T03:00:01", "2026-03-29T01:00:01Z"),
        // Shown twice: the first one.
        ("Europe/Berlin", "2026-10-25T02:00:00", "2026-10-25T00:00:00Z"),
        ("Europe/Berlin", "2026-10-25T02:59:59", "2026-10-25T00:59:59Z"),
        ("Europe/Berlin", "2026-10-25T03:00:00", "2026-10-25T02:00:00Z"),
        ("Australia/Lord_Howe", "2026-10-04T02:00:00", "2026-10-03T15:30:00Z"),
        ("Australia/Lord_Howe", "2026-10-04T02:30:00", "2026-10-03T15:30:00Z"),
        ("Australia/Lord_Howe", "2026-10-04T02:30:01", "2026-10-03T15:30:01Z"),
        ("Australia/Lord_Howe", "2026-04-05T01:30:00", "2026-04-04T14:30:00Z"),
        ("Australia/Lord_Howe", "2026-04-05T02:00:00", "2026-04-04T15:30:00Z"),
    ])
    func `a local time is a moment`(name: String, local: String, moment: String) throws {
        let local = try self.local(local)
        let instant = try zone(name).instant(of: local.date, secondOfDay: local.inDay)
        #expect(try instant == at(moment))
    }

    @Test(arguments: [
        ("Europe/Berlin", "2026-03-28T22:59:59.999999Z", "2026-03-28T23:00:00Z"),
        // Strictly after; the day has 23 hours, and 25.
        ("Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
        ("Europe/Berlin", "2026-03-28T23:00:00.000001Z", "2026-03-29T22:00:00Z"),
        ("Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"),
        ("America/Santiago", "2026-09-06T03:59:59Z", "2026-09-06T04:00:00Z"),
        ("America/Santiago", "2026-09-06T04:00:00Z", "2026-09-07T03:00:00Z"),
        // The second midnight of a night is none.
        ("America/Havana", "2026-11-01T03:59:59Z", "2026-11-01T04:00:00Z"),
        ("America/Havana", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"),
        ("America/St_Johns", "2010-11-07T02:30:30Z", "2010-11-08T03:30:00Z"),
        ("America/St_Johns", "2010-11-07T03:00:00Z", "2010-11-08T03:30:00Z"),
        ("Pacific/Apia", "2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z"),
        ("Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31T10:00:00Z"),
        ("UTC", "1969-12-31T23:59:59.999999Z", "1970-01-01T00:00:00Z"),
        ("UTC", "1970-01-01T00:00:00Z", "1970-01-02T00:00:00Z"),
    ])
    func `the next midnight follows a moment`(
        name: String,
        moment: String,
        midnight: String
    ) throws {
        #expect(try zone(name).nextMidnight(after: at(moment)) == at(midnight))
    }

    @Test(arguments: [Int64.min, .max])
    func `the ends of time are no trap`(microseconds: Int64) throws {
        let moment = Instant(microseconds: microseconds)
        for name in ["Europe/Berlin", "Pacific/Apia", "UTC"] {
            let zone = try zone(name)
            let start = zone.start(of: zone.day(of: moment)).microseconds
            let midnight = zone.nextMidnight(after: moment).microseconds
            #expect(start <= midnight)
            #expect(microseconds <= midnight)
        }
    }

    @Test(
        arguments: ["Europe/Berlin", "America/Santiago", "Pacific/Apia", "Africa/Casablanca"],
        ["2009-06-01", "2036-06-01"]
    )
    func `each day begins once, in order, and contains its moments`(
        name: String,
        beginning: String
    ) throws {
        let zone = try zone(name)
        let missing = try date("2011-12-30")
        let first = try date(beginning).daysSince1970
        for number in first..<first + 1_200 {
            let day = CivilDate(daysSince1970: number)
            let start = zone.start(of: day)
            let end = zone.start(of: CivilDate(daysSince1970: number + 1))
            guard start < end else {
                #expect(name == "Pacific/Apia" && day == missing)
                continue
            }
            #expect(zone.day(of: start) == day)
            #expect(zone.day(of: end - .microseconds(1)) == day)
            #expect(zone.nextMidnight(after: start) == end)
        }
    }
}
