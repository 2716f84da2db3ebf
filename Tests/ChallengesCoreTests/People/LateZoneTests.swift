import ChallengesCore
import Identifiers
import IdentityAPI
import Testing
import Values
import Wire

/// A card that tells of a time zone after the midnight from which it holds (2.9-zones).
struct LateZoneTests {
    private let home = change("2026-01-01T00:00:00Z", "UTC")
    /// From a midnight of UTC on, when it is the day before in Los Angeles.
    private let flight = change("2026-03-02T00:00:00Z", "America/Los_Angeles")

    private static func change(_ since: String, _ name: String) -> ZoneChange {
        ZoneChange(since: Instant(rfc3339: since) ?? .init(microseconds: 0), name: name)
    }

    private func zones(
        takenAt moment: String,
        after known: [ZoneChange]?,
        _ told: [ZoneChange]? = nil
    ) throws -> [ZoneChange]? {
        let card = PersonCard(
            person: Person(id: UserID(), username: "ana", firstName: "Ana", lastName: "Lind"),
            version: 2,
            zones: told ?? [home, flight],
            locale: "de",
            isListed: true,
            standing: .active
        )
        let taken = card.taken(at: try #require(Instant(rfc3339: moment)), after: known)
        #expect(taken.person == card.person)
        #expect(taken.version == 2)
        #expect(taken.locale == "de")
        #expect(taken.isListed == true)
        #expect(taken.standing == .active)
        return taken.zones
    }

    @Test func `before that midnight it holds from then`() throws {
        #expect(try zones(takenAt: "2026-03-01T23:59:59Z", after: [home]) == [home, flight])
    }

    @Test(arguments: ["2026-03-02T00:00:00Z", "2026-03-02T02:00:00Z", "2026-03-02T23:59:59Z"])
    func `from then on it holds from the next one`(moment: String) throws {
        let late = Self.change("2026-03-03T00:00:00Z", "America/Los_Angeles")
        let taken = try #require(try zones(takenAt: moment, after: [home]))
        #expect(taken == [home, late])
        // The day that has begun stays, and lasts longer.
        let days = LocalDays(taken)
        let day = CivilDate(rfc3339: "2026-03-02")
        #expect(days.day(of: try #require(Instant(rfc3339: moment))) == day)
        #expect(days.end(of: try #require(day)) == Instant(rfc3339: "2026-03-03T08:00:00Z"))
    }

    @Test func `days later it is the midnight after the card`() throws {
        let late = Self.change("2026-03-06T00:00:00Z", "America/Los_Angeles")
        #expect(try zones(takenAt: "2026-03-05T12:00:00Z", after: [home]) == [home, late])
    }

    @Test func `a zone that is known already stays as it was told`() throws {
        let known = [home, flight]
        #expect(try zones(takenAt: "2026-03-02T02:00:00Z", after: known) == known)
    }

    @Test func `of a person who was not known all holds as it is told`() throws {
        #expect(try zones(takenAt: "2026-03-02T02:00:00Z", after: nil) == [home, flight])
        #expect(try zones(takenAt: "2026-03-02T02:00:00Z", after: []) == [home, flight])
    }

    @Test func `the same zone again is no change`() throws {
        let again = Self.change("2026-03-02T00:00:00Z", "UTC")
        let told = [home, again]
        #expect(try zones(takenAt: "2026-03-02T02:00:00Z", after: [home], told) == told)
    }
}
