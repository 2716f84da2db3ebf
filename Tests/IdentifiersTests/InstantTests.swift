import Testing
import Values

struct InstantTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59.999999Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00Z"),
            (1_709_164_800_123_000, "2024-02-29T00:00:00.123Z"),
            (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
            (-62_135_596_800_000_000, "0001-01-01T00:00:00Z"),
        ] as [(Int64, String)]
    )
    func `an instant reads what it writes`(microseconds: Int64, text: String) {
        let instant = Instant(microseconds: microseconds)
        #expect("\(instant)" == text)
        #expect(Instant(rfc3339: text) == instant)
    }

    @Test(arguments: [
        "2024-02-29t00:00:00z", "2024-02-29T02:00:00+02:00", "2024-02-28T19:30:00-04:30",
        "2024-02-29T00:00:00.000000Z", "2024-02-29T00:00:00.0000009Z",
    ])
    func `the same moment is written in many ways`(text: String) {
        #expect(Instant(rfc3339: text) == Instant(rfc3339: "2024-02-29T00:00:00Z"))
    }

    @Test(arguments: [
        "", "2024-02-29", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-13-01T00:00:00Z",
        "2024-00-01T00:00:00Z", "2024-04-31T00:00:00Z", "2024-01-00T00:00:00Z",
        "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:60Z",
        "2024-01-01T00:00:00", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00+0200",
        "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00Zx", " 2024-01-01T00:00:00Z",
        "0000-01-01T00:00:00Z", "2024-01-01 00:00:00Z", "24-01-01T00:00:00Z",
    ])
    func `what is no RFC 3339 is refused`(text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test func `every day of four centuries survives the calendar`() {
        for day in -150_000...150_000 {
            let instant = Instant(microseconds: Int64(day) * 86_400_000_000)
            #expect(Instant(rfc3339: "\(instant)") == instant)
        }
    }

    @Test func `sums that leave the range are cut to it`() {
        #expect(Instant(microseconds: .max) + .seconds(1) == Instant(microseconds: .max))
        #expect(Instant(microseconds: .min) - .seconds(1) == Instant(microseconds: .min))
        #expect(Instant(microseconds: 0) + .days(366) - Instant(microseconds: 0) == .days(366))
    }
}
