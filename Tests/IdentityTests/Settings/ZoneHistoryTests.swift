import IdentityAPI
import Testing
import Values

@testable import Identity

/// Changes of a person's time zone (2.9-zones).
@Suite struct ZoneHistoryTests {
    private let day = Duration.hours(24)

    private func at(_ text: String) throws -> Instant {
        try #require(Instant(rfc3339: text))
    }

    private func history(_ zone: String, _ since: String) throws -> ZoneHistory {
        ZoneHistory([], orOnly: ZoneChange(since: try at(since), name: zone), changedAt: nil)
    }

    @Test(arguments: [
        ("UTC", "2026-06-01T00:00:00Z", "2026-06-02T00:00:00Z"),
        ("UTC", "2026-06-01T23:59:59.999999Z", "2026-06-02T00:00:00Z"),
        ("Europe/Berlin", "2026-06-01T21:59:59Z", "2026-06-01T22:00:00Z"),
        ("Europe/Berlin", "2026-06-01T22:00:00Z", "2026-06-02T22:00:00Z"),
        // Days of 23 and of 25 hours.
        ("Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
        ("Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"),
        // A midnight that is skipped, and one that comes twice.
        ("America/Santiago", "2026-09-06T03:00:00Z", "2026-09-06T04:00:00Z"),
        ("America/Havana", "2026-10-31T12:00:00Z", "2026-11-01T04:00:00Z"),
        // The system does not know it.
        ("Mars/Olympus", "2026-06-01T12:00:00Z", "2026-06-02T00:00:00Z"),
    ])
    func `a zone holds from the next local midnight of the old one`(
        old: String,
        moment: String,
        since: String
    ) throws {
        var zones = try history(old, "2026-01-01T00:00:00Z")
        let new = try TimeZoneName("Asia/Tokyo")
        try zones.change(to: new, at: at(moment), atLeastEvery: day)
        #expect(try zones.newest == ZoneChange(since: at(since), name: "Asia/Tokyo"))
        #expect(zones.changes.count == 2)
        #expect(try zones.changedAt == at(moment))
    }

    @Test func `the newest zone again is no change, however soon`() throws {
        var zones = try history("UTC", "2026-01-01T00:00:00Z")
        let tokyo = try TimeZoneName("Asia/Tokyo")
        try zones.change(to: tokyo, at: at("2026-06-01T00:00:00Z"), atLeastEvery: day)
        let before = zones
        for moment in ["2026-06-01T00:00:01Z", "2026-07-01T00:00:00Z"] {
            try zones.change(to: tokyo, at: at(moment), atLeastEvery: day)
            #expect(zones == before)
        }
    }

    @Test(arguments: [(-1, true), (0, false), (1, false)])
    func `the pause lasts up to its last moment`(microseconds: Int, isTooSoon: Bool) throws {
        var zones = try history("UTC", "2026-01-01T00:00:00Z")
        let first = try at("2026-06-01T12:00:00Z")
        try zones.change(to: TimeZoneName("Asia/Tokyo"), at: first, atLeastEvery: day)
        let before = zones
        let second = first + day + .microseconds(microseconds)
        let berlin = try TimeZoneName("Europe/Berlin")
        if isTooSoon {
            #expect(zones.nextChange(at: second, after: day) == first + day)
            #expect(throws: IdentityError.zoneChangeTooSoon) {
                try zones.change(to: berlin, at: second, atLeastEvery: day)
            }
            #expect(zones == before)
        } else {
            #expect(zones.nextChange(at: second, after: day) == nil)
            try zones.change(to: berlin, at: second, atLeastEvery: day)
            #expect(zones.newest.name == "Europe/Berlin")
            #expect(zones.changedAt == second)
        }
    }

    @Test func `what is still ahead is replaced, and the pause counts from the first change`()
        throws
    {
        var zones = try history("UTC", "2026-01-01T00:00:00Z")
        // Tokyo, a stop on the way, the zone that still holds, and where the journey ends.
        let names = ["Asia/Tokyo", "Europe/Berlin", "UTC", "Asia/Tokyo"]
        let first = try at("2026-06-01T10:00:00Z")
        for (hour, name) in names.enumerated() {
            let moment = try at("2026-06-01T1\(hour):00:00Z")
            try zones.change(to: TimeZoneName(name), at: moment, atLeastEvery: day)
            #expect(zones.changes.map(\.name) == (name == "UTC" ? ["UTC"] : ["UTC", name]))
            #expect(zones.changedAt == first)
            #expect(zones.nextChange(at: moment, after: day) == nil)
        }
        let midnight = try at("2026-06-02T00:00:00Z")
        #expect(zones.newest.since == midnight)
        #expect(zones.nextChange(at: midnight - .microseconds(1), after: day) == nil)
        #expect(zones.nextChange(at: midnight, after: day) == first + day)
        #expect(throws: IdentityError.zoneChangeTooSoon) {
            try zones.change(to: TimeZoneName("UTC"), at: midnight, atLeastEvery: day)
        }
        try zones.change(to: TimeZoneName("UTC"), at: first + day, atLeastEvery: day)
        #expect(zones.changedAt == first + day)
    }

    @Test func `a change that was taken back counts until its midnight has passed`() throws {
        var zones = try history("Europe/Berlin", "2026-01-01T00:00:00Z")
        let first = try at("2026-06-01T10:00:00Z")
        try zones.change(to: TimeZoneName("Asia/Dubai"), at: first, atLeastEvery: day)
        let back = first + .hours(1)
        try zones.change(to: TimeZoneName("Europe/Berlin"), at: back, atLeastEvery: day)
        #expect(zones.changes.map(\.name) == ["Europe/Berlin"])
        let midnight = try at("2026-06-01T22:00:00Z")
        #expect(zones.nextChange(at: midnight - .microseconds(1), after: day) == nil)
        #expect(zones.nextChange(at: midnight, after: day) == first + day)
        #expect(zones.nextChange(at: first + day, after: day) == nil)
    }

    @Test func `a zone that is replaced leaves the one that it would have pushed out`() throws {
        let names = ["Asia/Tokyo", "Europe/Berlin", "America/Lima", "Africa/Cairo"]
        let since = try at("2026-06-01T00:00:00Z")
        let changes = names.enumerated().map { index, name in
            ZoneChange(since: since + .days(2 * index), name: name)
        }
        var zones = ZoneHistory(
            changes,
            orOnly: changes[0],
            changedAt: changes[3].since - .hours(3)
        )
        let now = since + .days(20)
        for name in ["Asia/Dubai", "UTC", "Asia/Dubai"] {
            try zones.change(to: TimeZoneName(name), at: now, atLeastEvery: day)
            #expect(zones.changes.map(\.name) == names[1...] + [name])
        }
    }

    @Test func `a new zone far behind replaces nothing once it holds`() throws {
        var zones = try history("Europe/Berlin", "2026-01-01T00:00:00Z")
        let first = try at("2026-06-01T12:00:00Z")
        try zones.change(to: TimeZoneName("Pacific/Honolulu"), at: first, atLeastEvery: day)
        // Midnight in Berlin; in Honolulu it is noon.
        let midnight = try at("2026-06-01T22:00:00Z")
        #expect(throws: IdentityError.zoneChangeTooSoon) {
            try zones.change(to: TimeZoneName("UTC"), at: midnight, atLeastEvery: day)
        }
    }

    @Test func `a zone that begins at this moment holds`() throws {
        var zones = try history("UTC", "2026-01-01T00:00:00Z")
        let first = try at("2026-06-01T12:00:00Z")
        try zones.change(to: TimeZoneName("Asia/Tokyo"), at: first, atLeastEvery: .seconds(1))
        let midnight = try at("2026-06-02T00:00:00Z")
        try zones.change(to: TimeZoneName("Europe/Berlin"), at: midnight, atLeastEvery: .seconds(1))
        #expect(zones.changes.map(\.name) == ["UTC", "Asia/Tokyo", "Europe/Berlin"])
        #expect(try zones.newest.since == at("2026-06-02T15:00:00Z"))
    }

    @Test func `the last four are kept`() throws {
        var zones = try history("UTC", "2026-01-01T00:00:00Z")
        let names = ["Asia/Tokyo", "Europe/Berlin", "America/Lima", "Africa/Cairo"]
        for (index, name) in names.enumerated() {
            let moment = try at("2026-06-0\(1 + 2 * index)T12:00:00Z")
            try zones.change(to: TimeZoneName(name), at: moment, atLeastEvery: day)
            #expect(zones.changes.count == min(index + 2, 4))
        }
        #expect(zones.changes.map(\.name) == names)
        #expect(zones.changes.map(\.since) == zones.changes.map(\.since).sorted())
    }

    @Test func `an account made by a clock that is ahead has a zone`() throws {
        var zones = try history("Asia/Tokyo", "2026-06-01T12:00:01Z")
        let moment = try at("2026-06-01T12:00:00Z")
        try zones.change(to: TimeZoneName("UTC"), at: moment, atLeastEvery: day)
        #expect(zones.changes.map(\.name) == ["Asia/Tokyo", "UTC"])
        #expect(try zones.newest.since == at("2026-06-01T15:00:00Z"))
    }
}
