import Testing
import Values

@testable import Zones

/// The last line of a zone's file, in its forms.
struct ZoneRuleTests {
    private func offset(_ rule: String, _ moment: String) throws -> Int64 {
        let rule = try #require(ZoneRule(rule.utf8))
        return rule.span(at: try #require(Instant(rfc3339: moment)).microseconds / 1_000_000).offset
    }

    @Test(
        arguments: [
            ("UTC0", 0), ("EST5", -18_000), ("<+0545>-5:45", 20_700), ("<-00>0", 0),
            ("ABC-24:59:59", 89_999), ("<-1234>+1:2:3", -3_723),
        ] as [(String, Int64)]
    )
    func `an offset stays`(rule: String, offset: Int64) throws {
        for moment in ["0001-01-01T00:00:00Z", "2026-06-01T00:00:00Z", "9999-12-31T23:59:59Z"] {
            #expect(try self.offset(rule, moment) == offset)
        }
    }

    @Test(
        arguments: [
            // An hour more unless it says otherwise, at two o'clock unless it says otherwise.
            ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T06:59:59Z", -18_000),
            ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T07:00:00Z", -14_400),
            ("EST5EDT,M3.2.0,M11.1.0", "2026-11-01T05:59:59Z", -14_400),
            ("EST5EDT,M3.2.0,M11.1.0", "2026-11-01T06:00:00Z", -18_000),
            ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-04-04T14:59:59Z", 39_600),
            ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-04-04T15:00:00Z", 37_800),
            // The last Sunday of a month with four of them, and with five.
            ("ABC0DEF,M2.5.0/0,M5.5.0/0", "2026-02-21T23:59:59Z", 0),
            ("ABC0DEF,M2.5.0/0,M5.5.0/0", "2026-02-22T00:00:00Z", 3_600),
            ("ABC0DEF,M2.5.0/0,M5.5.0/0", "2026-05-30T22:59:59Z", 3_600),
            ("ABC0DEF,M2.5.0/0,M5.5.0/0", "2026-05-30T23:00:00Z", 0),
            // The sixtieth day is 1 March, or 29 February where that counts.
            ("ABC0DEF,J60/0,J300", "2028-02-29T23:59:59Z", 0),
            ("ABC0DEF,J60/0,J300", "2028-03-01T00:00:00Z", 3_600),
            ("ABC0DEF,J59/0,J300", "2028-02-28T00:00:00Z", 3_600),
            ("ABC0DEF,59/0,J300", "2028-02-28T23:59:59Z", 0),
            ("ABC0DEF,59/0,J300", "2028-02-29T00:00:00Z", 3_600),
            ("ABC0DEF,59/0,J300", "2026-03-01T00:00:00Z", 3_600),
            // The day before, and days later, into another year.
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2030-03-31T00:59:59Z", -7_200),
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2030-03-31T01:00:00Z", -3_600),
            ("IST-2IDT,M3.4.4/26,M10.5.0", "2040-03-22T23:59:59Z", 7_200),
            ("IST-2IDT,M3.4.4/26,M10.5.0", "2040-03-23T00:00:00Z", 10_800),
            ("ABC0DEF,J364/167,J200", "2027-01-05T22:59:59Z", 0),
            ("ABC0DEF,J364/167,J200", "2027-01-05T23:00:00Z", 3_600),
            // Begins late in the year and ends in the next.
            ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-12-31T23:59:59Z", 0),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01T00:00:00Z", 3_600),
            // All year.
            ("EST5EDT,0/0,J365/25", "2026-01-01T04:59:59Z", -14_400),
            ("EST5EDT,0/0,J365/25", "2026-01-01T05:00:00Z", -14_400),
            ("EST5EDT,0/0,J365/25", "2026-07-01T00:00:00Z", -14_400),
        ] as [(String, String, Int64)]
    )
    func `it changes every year`(rule: String, moment: String, offset: Int64) throws {
        #expect(try self.offset(rule, moment) == offset)
    }

    @Test(arguments: [
        "", "U", "UT0", "UTC", "UTC25", "UTC1:60", "UTC1:0:60", "<+1>0", "<+01", "<UTC>", "UTC0 ",
        "UTC0\n", "CET-1CEST", "CET-1CEST,", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,",
        "CET-1CEST,M3.5.0,M10.5.0/3x", "CET-1CEST,M0.5.0,M10.5.0", "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M3.0.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0",
        "CET-1CEST,J0,M10.5.0", "CET-1CEST,J366,M10.5.0", "CET-1CEST,366,M10.5.0",
        "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0/-168,M10.5.0", "CET--1", "CET-1CEST-2",
        "C\u{301}T0", "1234", ",", "<>0",
    ])
    func `anything else is no rule`(text: String) {
        #expect(ZoneRule(text.utf8) == nil)
    }
}
