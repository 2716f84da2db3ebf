import Testing
import Values
import Wire

@testable import Launch

/// Numbers and durations in an operator's settings, valid and not.
struct SettingsNumbersTests {
    private func settings(_ written: String?) throws -> Settings {
        try Settings(
            name: .challenges,
            environment: written.map { ["GAUNTLET_DARE_VALUE": $0] } ?? [:],
            arguments: ["challengesd"]
        )
    }

    @Test(arguments: [(nil, 5), ("", 5), ("1", 1), ("007", 7), ("100", 100)])
    func `a number is read, or else the default`(written: String?, number: Int) throws {
        let settings = try settings(written)
        #expect(try settings.number("dare.value", in: 1...100, default: 5) == number)
    }

    @Test(arguments: [
        "0", "101", "-1", "+1", "1.0", "1e1", " 1", "x", "１", "99999999999999999999",
    ])
    func `anything but a number within the bounds is refused in one line`(written: String) throws {
        let settings = try settings(written)
        let error = #expect(throws: SettingError.self) {
            try settings.number("dare.value", in: 1...100, default: 5)
        }
        #expect(
            error?.line
                == "GAUNTLET_DARE_VALUE (--dare-value) must be a whole number from 1 to 100, not “\(written)”"
        )
    }

    @Test(
        arguments: [
            (nil, .days(7)), ("", .days(7)), ("1s", .seconds(1)), ("90s", .seconds(90)),
            ("15m", .minutes(15)), ("24h", .hours(24)), ("14d", .days(14)), ("366d", .days(366)),
            ("31622400s", .days(366)),
        ] as [(String?, Duration)]
    )
    func `a duration is a number and its unit`(written: String?, time: Duration) throws {
        let settings = try settings(written)
        #expect(try settings.duration("dare.value", default: .days(7)) == time)
    }

    @Test(arguments: [("1h", true), ("60m", true), ("3599s", false), ("59m", false)])
    func `a duration may have a minimum in hours`(written: String, isAllowed: Bool) throws {
        let settings = try settings(written)
        var value = Duration.days(1)
        if isAllowed {
            try settings.read("dare.value", atLeastHours: 1, into: &value)
            #expect(value == .hours(1))
        } else {
            let error = #expect(throws: SettingError.self) {
                try settings.duration("dare.value", atLeastHours: 1, default: value)
            }
            #expect(error?.line.contains("from 1h to 366d, not “\(written)”") == true)
        }
    }

    @Test(
        arguments: [
            (nil, [.hours(24)]), ("24h,1h", [.hours(24), .hours(1)]), ("6s", [.seconds(6)]),
            (
                Array(repeating: "366d", count: 10).joined(separator: ","),
                Array(repeating: .days(366), count: 10)
            ),
        ] as [(String?, [Duration])]
    )
    func `durations are separated by commas`(written: String?, times: [Duration]) throws {
        #expect(try settings(written).durations("dare.value", default: [.hours(24)]) == times)
        var value = [Duration.hours(24)]
        try settings(written).read("dare.value", into: &value)
        #expect(value == times)
    }

    @Test(arguments: [
        "24h,", ",1h", "24h;1h", "24h, 1h", "0s", "367d", "1", "h",
        Array(repeating: "1s", count: 11).joined(separator: ","),
    ])
    func `other lists of durations are refused`(written: String) throws {
        let settings = try settings(written)
        let error = #expect(throws: SettingError.self) {
            try settings.durations("dare.value", default: [])
        }
        #expect(
            error?.line
                == "GAUNTLET_DARE_VALUE (--dare-value) must be up to ten times such as 24h,1h, each from 1s to 366d, not “\(written)”"
        )
    }

    @Test func `a value replaces its default, if it is set`() throws {
        var (number, time) = (5, Duration.days(7))
        try settings(nil).read("dare.value", in: 1...100, into: &number)
        try settings(nil).read("dare.value", into: &time)
        #expect(number == 5)
        #expect(time == .days(7))
        try settings("9").read("dare.value", in: 1...100, into: &number)
        try settings("9h").read("dare.value", into: &time)
        #expect(number == 9)
        #expect(time == .hours(9))
    }

    @Test(arguments: [
        "0s", "0d", "367d", "31622401s", "d", "7", "7 d", "-7d", "7D", "1w", "1.5h", "7dd",
        "99999999999999999999d", "9223372036854775807d",
    ])
    func `anything but a duration in bounds is refused in one line`(written: String) throws {
        let settings = try settings(written)
        let error = #expect(throws: SettingError.self) {
            try settings.duration("dare.value", default: .days(7))
        }
        #expect(
            error?.line
                == "GAUNTLET_DARE_VALUE (--dare-value) must be a number followed by s, m, h or d, from 1s to 366d, not “\(written)”"
        )
    }
}
