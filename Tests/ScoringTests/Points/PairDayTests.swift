import Identifiers
import Testing
import Values

@testable import Scoring

/// The day, in UTC, on which two people's payments are counted (2.7-pair-day).
struct PairDayTests {
    let ana = UserID()
    let bo = UserID()

    @Test(arguments: [
        ("2026-03-01T00:00:00Z", 2_026, 3, 1),
        ("2026-02-28T23:59:59.999999Z", 2_026, 2, 28),
        ("2026-03-01T01:30:00+02:00", 2_026, 2, 28),
        ("1969-12-31T23:59:59.999999Z", 1_969, 12, 31),
    ])
    func `a moment belongs to its day in UTC`(
        moment: String,
        year: Int64,
        month: Int64,
        day: Int64
    ) throws {
        let at = try #require(Instant(rfc3339: moment))
        let wanted = try #require(CivilDate(year: year, month: month, day: day))
        #expect(PairDay(Pair(ana, bo), at: at).day == wanted)
    }

    @Test func `two people are the same pair in both orders`() {
        let at = Instant(microseconds: 0)
        #expect(PairDay(Pair(ana, bo), at: at) == PairDay(Pair(bo, ana), at: at))
        #expect(PairDay(Pair(ana, bo), at: at) != PairDay(Pair(ana, UserID()), at: at))
    }

    @Test func `days are ordered by the two people, then by the day`() {
        let people = [UserID(), UserID(), UserID()].sorted()
        let days = [Int64(-1), 0, 1].map { CivilDate(daysSince1970: $0) }
        let pairs = [
            Pair(people[0], people[1]), Pair(people[0], people[2]), Pair(people[1], people[2]),
        ]
        let sorted = pairs.flatMap { pair in days.map { PairDay(pair, $0) } }
        #expect(sorted.reversed().sorted() == sorted)
    }
}
