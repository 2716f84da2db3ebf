import Foundation
import Testing

@testable import Gateway

/// Dates in headers.
@Suite struct HTTPDateTests {
    /// 1994, as in the examples of RFC 9110.
    private let then = HTTPDate(seconds: 784_111_777)

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
    ])
    func `the three formats give the same date`(text: String) {
        #expect(HTTPDate(text, at: then) == then)
        #expect(then.description == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        ] as [(Int64, String)]
    )
    func `only days in the calendar are valid`(seconds: Int64, text: String) {
        #expect(HTTPDate(seconds: seconds).description == text)
        #expect(HTTPDate(text, at: then)?.seconds == seconds)
    }

    @Test func `every day of four centuries is written as it is read`() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for day in stride(from: Int64(-40_000), to: 106_000, by: 13) {
            let date = HTTPDate(seconds: day * 86_400 + 3_661)
            #expect(HTTPDate(date.description, at: then) == date)
            let parts = calendar.dateComponents(
                [.day, .year, .weekday],
                from: Date(timeIntervalSince1970: Double(date.seconds))
            )
            let words = date.description.split(separator: " ")
            #expect(Int(words[1]) == parts.day)
            #expect(Int(words[3]) == parts.year)
            let weekdays = ["Sun,", "Mon,", "Tue,", "Wed,", "Thu,", "Fri,", "Sat,"]
            #expect(weekdays.firstIndex(of: String(words[0])).map { $0 + 1 } == parts.weekday)
        }
    }

    @Test(
        arguments: [(44, 2044), (45, 1945), (94, 1994), (95, 1995), (0, 2000), (43, 2043)]
    )
    func `two digits mean a year at most fifty years ahead`(digits: Int, year: Int) throws {
        let written = (digits < 10 ? "0" : "") + "\(digits)"
        let date = try #require(HTTPDate("Monday, 01-Mar-\(written) 00:00:00 GMT", at: then))
        #expect(date.description.contains(" \(year) "))
    }

    @Test(arguments: [
        "", "0", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
        "Sun, 29 Feb 1900 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun, 06 nov 1994 08:49:37 GMT", "Xyz, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 Nov -994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
        "Sun Nov 6 08:49:37 94", "Sun, 06 Nov 1994 08:49:37 GMT x",
    ])
    func `anything else is not a date`(text: String) {
        #expect(HTTPDate(text, at: then) == nil)
    }
}
