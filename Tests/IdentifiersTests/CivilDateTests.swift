import Testing
import Values

struct CivilDateTests {
    @Test(
        arguments: [
            (1970, 1, 1, 0), (1969, 12, 31, -1), (1970, 1, 2, 1), (2000, 2, 29, 11_016),
            (2000, 3, 1, 11_017), (1900, 2, 28, -25_509), (1900, 3, 1, -25_508),
            (0, 1, 1, -719_528), (9_999, 12, 31, 2_932_896),
        ] as [(Int64, Int64, Int64, Int64)]
    )
    func `a day has a number, counted from the first day of 1970`(
        year: Int64,
        month: Int64,
        day: Int64,
        count: Int64
    ) throws {
        let date = try #require(CivilDate(year: year, month: month, day: day))
        #expect(date.daysSince1970 == count)
        #expect(CivilDate(daysSince1970: count) == date)
    }

    @Test(
        arguments: [
            (1970, 0, 1), (1970, 13, 1), (1970, 1, 0), (1970, 1, 32), (1970, 4, 31),
            (1900, 2, 29), (2001, 2, 29), (2000, 2, 30), (-1, 1, 1), (10_000, 1, 1),
            (.max, 1, 1), (.min, .min, .min),
        ] as [(Int64, Int64, Int64)]
    )
    func `a day that does not exist is refused`(year: Int64, month: Int64, day: Int64) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test func `every day of four centuries follows the one before it`() throws {
        // From the year 1696.
        var before = CivilDate(daysSince1970: -100_000)
        for count in Int64(-99_999)...46_097 {
            let date = CivilDate(daysSince1970: count)
            let isNext = date.day == before.day + 1 && date.month == before.month
            let isFirst = date.day == 1 && before.day >= 28 && date.month == before.month % 12 + 1
            guard
                isNext || isFirst, date.daysSince1970 == count,
                date.weekday == (before.weekday + 1) % 7,
                CivilDate(year: date.year, month: date.month, day: date.day) == date
            else {
                Issue.record("\(date) follows \(before)")
                return
            }
            before = date
        }
    }

    @Test(arguments: [(0, 4), (3, 0), (-4, 0), (-1, 3), (2, 6)] as [(Int64, Int)])
    func `the first of 1970 was a Thursday`(count: Int64, weekday: Int) {
        #expect(CivilDate(daysSince1970: count).weekday == weekday)
    }

    @Test(
        arguments: [(0, 0, 0), (86_399, 0, 86_399), (86_400, 1, 0), (-1, -1, 86_399)]
            as [(Int64, Int64, Int64)]
    )
    func `a moment is a day and a part of it`(seconds: Int64, days: Int64, rest: Int64) {
        let (date, inDay) = CivilDate.split(seconds, unitsADay: 86_400)
        #expect(date.daysSince1970 == days)
        #expect(inDay == rest)
    }

    @Test(arguments: ["0001-01-01", "1969-12-31", "2024-02-29", "2026-03-01", "9999-12-31"])
    func `a day is written as it is read`(text: String) throws {
        #expect(try #require(CivilDate(rfc3339: text)).description == text)
    }

    @Test(arguments: [
        "", "2026-03-0", "2026-03-010", "2026-3-1", "2026-02-29", "2026-13-01", "2026-00-01",
        "0000-01-01", "20260301", "2026-03-01T", "2026-03-01 ", "２０２６-03-01", "2026/03/01",
    ])
    func `another text is no day`(text: String) {
        #expect(CivilDate(rfc3339: text) == nil)
    }
}
