import TestBasics
import Testing

@testable import Gateway

/// Parts that `Range` requests, and what exists of them.
@Suite struct RangeRequestTests {
    @Test(
        arguments: [
            ("bytes=0-0", [.from(0, through: 0)]), ("bytes=0-", [.from(0, through: nil)]),
            ("bytes=-1", [.last(1)]), ("bytes=-0", [.last(0)]),
            ("BYTES=5-9", [.from(5, through: 9)]),
            ("bytes=0-1, 3-4 ,\t-2", [.from(0, through: 1), .from(3, through: 4), .last(2)]),
            ("bytes=,0-1,,", [.from(0, through: 1)]), ("bytes=007-008", [.from(7, through: 8)]),
            (
                "bytes=99999999999999999999-99999999999999999999999",
                [.from(.max, through: .max)]
            ),
            ("bytes=-99999999999999999999", [.last(.max)]),
            ("bytes=9223372036854775807-", [.from(.max, through: nil)]),
        ] as [(String, [RangeRequest.Part])]
    )
    func `parts are read as requested`(line: String, parts: [RangeRequest.Part]) {
        #expect(RangeRequest(lines: [line])?.parts == parts)
    }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=,", "bytes=-", "bytes=a-b", "bytes=1", "bytes=2-1",
        "bytes=0-1,2-1", "bytes=1-2-3", "bytes=--1", "bytes=+1-2", "bytes=1 -2", "bytes= =1-2",
        "bytes =0-1", "items=0-1", "0-1", "bytes=0-1;2-3", "bytes=0x1-2", "bytes=1.5-2",
        "bytes=99999999999999999999x-",
    ])
    func `an unreadable header is ignored`(line: String) {
        #expect(RangeRequest(lines: [line]) == nil)
    }

    @Test func `several headers, or too many parts, are ignored`() {
        #expect(RangeRequest(lines: []) == nil)
        #expect(RangeRequest(lines: ["bytes=0-1", "bytes=2-3"]) == nil)
        func line(_ count: Int) -> String {
            "bytes=" + (0..<count).map { "\($0 * 2)-\($0 * 2)" }.joined(separator: ",")
        }
        #expect(RangeRequest(lines: [line(16)])?.parts.count == 16)
        #expect(RangeRequest(lines: [line(17)]) == nil)
    }

    @Test(
        arguments: [
            ("0-0", [0..<1]), ("0-9", [0..<10]), ("0-10", [0..<10]), ("0-", [0..<10]),
            ("9-", [9..<10]), ("9-9", [9..<10]), ("9-99999999999999999999", [9..<10]),
            ("10-", []), ("10-11", []), ("99999999999999999999-", []), ("-1", [9..<10]),
            ("-10", [0..<10]), ("-11", [0..<10]), ("-99999999999999999999", [0..<10]), ("-0", []),
            ("0-1,8-9", [0..<2, 8..<10]), ("8-9,0-1", [8..<10, 0..<2]),
            ("0-1,2-3", [0..<2, 2..<4]), ("0-2,2-3", [0..<4]), ("5-6,0-9", [0..<10]),
            ("0-1,0-1", [0..<2]), ("8-,0-1,1-2", [0..<3, 8..<10]), ("0-1,10-", [0..<2]),
            ("10-,-0", []), ("-3,0-2", [7..<10, 0..<3]),
        ] as [(String, [Range<Int64>])]
    )
    func `parts are cut to ten bytes`(text: String, ranges: [Range<Int64>]) throws {
        let request = try #require(RangeRequest(lines: ["bytes=" + text]))
        #expect(request.ranges(in: 10) == ranges)
    }

    @Test(arguments: ["0-0", "0-", "-1", "-0", "0-1,5-6"])
    func `an empty picture has no parts`(text: String) throws {
        let request = try #require(RangeRequest(lines: ["bytes=" + text]))
        #expect(request.ranges(in: 0).isEmpty)
    }
}
