import ScoringAPI
import Testing
import Values
import Wire

@testable import Scoring

/// Months and weeks in UTC (2.7-windows).
struct WindowTests {
    private func window(_ length: Window.Length, at moment: String) throws -> Window {
        Window(length, at: try #require(Instant(rfc3339: moment)))
    }

    @Test(arguments: [
        // A Monday, and the last moment before it.
        ("2026-03-02T00:00:00Z", "2026-03-02"),
        ("2026-03-01T23:59:59.999999Z", "2026-02-23"),
        // The first week of 2026 begins in 2025, and the last of 2026 ends in 2027.
        ("2026-01-01T12:00:00Z", "2025-12-29"),
        ("2027-01-03T23:59:59Z", "2026-12-28"),
        ("2027-01-04T00:00:00Z", "2027-01-04"),
        ("2026-03-02T01:30:00+02:00", "2026-02-23"),
        ("1970-01-01T00:00:00Z", "1969-12-29"),
    ])
    func `a week begins on Monday, in UTC`(moment: String, start: String) throws {
        let window = try window(.week, at: moment)
        #expect("\(window.startsOn)" == start)
        #expect("\(window.start)" == "\(start)T00:00:00Z")
        #expect("\(window)" == "week/\(start)")
    }

    @Test(arguments: [
        ("2026-03-01T00:00:00Z", "2026-03-01"),
        ("2026-02-28T23:59:59.999999Z", "2026-02-01"),
        ("2024-02-29T12:00:00Z", "2024-02-01"),
        ("2026-12-31T23:59:59Z", "2026-12-01"),
        ("2026-03-01T01:30:00+02:00", "2026-02-01"),
    ])
    func `a month begins with its first day, in UTC`(moment: String, start: String) throws {
        let window = try window(.month, at: moment)
        #expect("\(window.startsOn)" == start)
        #expect("\(window)" == "month/\(start)")
    }

    @Test func `all time is no window, and what is not known is refused`() throws {
        let now = Instant(microseconds: 0)
        #expect(try Window.window(of: nil, at: now) == nil)
        #expect(try Window.window(of: .all, at: now) == nil)
        #expect(try Window.window(of: .month, at: now)?.length == .month)
        #expect(try Window.window(of: .week, at: now)?.length == .week)
        #expect(throws: ScoringError.spanUnknown) { try Window.window(of: .unknown, at: now) }
    }
}
