import ChallengesTestKit
import IdentityAPI
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore

/// On which day something is for a person, wherever they are (2.9-local-day).
struct LocalDaysTests {
    /// Somebody who was in these places from these moments on.
    private func traveller(_ zones: (String, String)...) throws -> LocalDays {
        LocalDays(
            try zones.map { since, name in
                ZoneChange(since: try #require(Instant(rfc3339: since)), name: name)
            }
        )
    }

    private func expect(
        _ days: LocalDays,
        _ moment: String,
        _ day: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let moment = try #require(Instant(rfc3339: moment))
        #expect(
            days.day(of: moment) == CivilDate(rfc3339: day),
            sourceLocation: sourceLocation
        )
    }

    private func expect(
        _ days: LocalDays,
        endOf day: String,
        _ moment: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let day = try #require(CivilDate(rfc3339: day))
        let end = days.end(of: day)
        #expect(end == Instant(rfc3339: moment), sourceLocation: sourceLocation)
        #expect(days.day(of: end - .tick) == day, sourceLocation: sourceLocation)
        #expect(
            days.day(of: end).daysSince1970 > day.daysSince1970,
            sourceLocation: sourceLocation
        )
    }

    @Test func `who is nowhere has the days of UTC`() throws {
        let lost = try traveller(("2026-01-01T00:00:00Z", "Nowhere"))
        for days in [LocalDays(nil), LocalDays([]), lost] {
            try expect(days, "2026-10-31T23:59:59Z", "2026-10-31")
            try expect(days, "2026-11-01T00:00:00Z", "2026-11-01")
            try expect(days, endOf: "2026-10-31", "2026-11-01T00:00:00Z")
        }
    }

    @Test func `a place has its own days, also before anybody was known to be there`() throws {
        let days = try traveller(("2026-10-31T00:00:00Z", "America/New_York"))
        try expect(days, "2026-11-02T04:59:59Z", "2026-11-01")
        try expect(days, "2026-11-02T05:00:00Z", "2026-11-02")
        try expect(days, endOf: "2026-11-01", "2026-11-02T05:00:00Z")
        try expect(days, "2020-07-01T03:59:59Z", "2020-06-30")
        try expect(days, endOf: "2020-06-30", "2020-07-01T04:00:00Z")
    }

    @Test func `what was before a journey stays on its day`() throws {
        let days = try traveller(
            ("2026-01-01T00:00:00Z", "America/New_York"),
            ("2026-11-02T05:00:00Z", "Asia/Tokyo")
        )
        try expect(days, "2026-11-02T04:59:59Z", "2026-11-01")
        try expect(days, "2026-11-02T05:00:00Z", "2026-11-02")
        try expect(days, "2026-11-02T15:00:00Z", "2026-11-03")
        try expect(days, endOf: "2026-11-01", "2026-11-02T05:00:00Z")
        try expect(days, endOf: "2026-11-02", "2026-11-02T15:00:00Z")
    }

    @Test func `where the new zone is behind, the day lasts longer`() throws {
        let days = try traveller(
            ("2026-01-01T00:00:00Z", "Europe/Berlin"),
            ("2026-11-01T23:00:00Z", "America/New_York")
        )
        try expect(days, "2026-11-01T22:59:59Z", "2026-11-01")
        try expect(days, "2026-11-01T23:00:00Z", "2026-11-01")
        try expect(days, "2026-11-02T04:59:59Z", "2026-11-01")
        try expect(days, "2026-11-02T05:00:00Z", "2026-11-02")
        try expect(days, endOf: "2026-10-31", "2026-10-31T23:00:00Z")
        try expect(days, endOf: "2026-11-01", "2026-11-02T05:00:00Z")
    }

    @Test func `a day never goes back, though the clocks do`() throws {
        let days = try traveller(
            ("2026-01-01T00:00:00Z", "Pacific/Kiritimati"),
            ("2026-11-01T10:00:00Z", "Pacific/Pago_Pago")
        )
        // There it is 31 October for another hour.
        try expect(days, "2026-11-01T09:59:59Z", "2026-11-01")
        try expect(days, "2026-11-01T10:00:00Z", "2026-11-01")
        try expect(days, "2026-11-02T10:59:59Z", "2026-11-01")
        try expect(days, "2026-11-02T11:00:00Z", "2026-11-02")
        try expect(days, endOf: "2026-10-31", "2026-10-31T10:00:00Z")
        try expect(days, endOf: "2026-11-01", "2026-11-02T11:00:00Z")
    }

    @Test func `a day that a new zone leaves out has ended with the one before it`() throws {
        let days = try traveller(
            ("2026-01-01T00:00:00Z", "Pacific/Pago_Pago"),
            ("2026-11-02T11:00:00Z", "Pacific/Kiritimati")
        )
        try expect(days, "2026-11-02T10:59:59Z", "2026-11-01")
        try expect(days, "2026-11-02T11:00:00Z", "2026-11-03")
        let left = try #require(CivilDate(rfc3339: "2026-11-02"))
        #expect(days.end(of: left) == Instant(rfc3339: "2026-11-02T11:00:00Z"))
    }
}
