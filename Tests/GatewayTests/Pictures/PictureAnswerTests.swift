import HTTPTypes
import MediaAPI
import Testing
import Values

@testable import Gateway

private let modified = "Sun, 06 Nov 1994 08:49:37 GMT"
private let before = "Sun, 06 Nov 1994 08:49:36 GMT"
private let after = "Sun, 06 Nov 1994 08:49:38 GMT"

/// How a request's headers are evaluated, in the order of RFC 9110 §13.2.2.
@Suite struct PictureAnswerTests {
    private func answer(
        _ headers: [(HTTPField.Name, String)],
        _ method: HTTPRequest.Method = .get,
        hasDate: Bool = true
    ) throws -> PictureAnswer {
        let description = DescribeMedia.Reply(
            contentType: "image/png",
            bytes: 10,
            sha256: "a",
            width: 1,
            height: 1,
            createdAt: hasDate ? Instant(microseconds: 784_111_777_999_999) : nil
        )
        var request = HTTPRequest(method: method, scheme: "http", authority: "a", path: "/")
        for (name, value) in headers {
            request.headerFields.append(HTTPField(name: name, value: value))
        }
        return try PictureAnswer(
            request,
            for: PictureHead(description),
            at: HTTPDate(seconds: 784_200_000)
        )
    }

    @Test(
        arguments: [
            // What the client expects.
            ([(.ifMatch, "\"a\"")], .whole), ([(.ifMatch, "\"b\", \"a\"")], .whole),
            ([(.ifMatch, "*")], .whole), ([(.ifMatch, "\"b\"")], .preconditionFailed),
            ([(.ifMatch, "W/\"a\"")], .preconditionFailed),
            ([(.ifUnmodifiedSince, modified)], .whole), ([(.ifUnmodifiedSince, after)], .whole),
            ([(.ifUnmodifiedSince, before)], .preconditionFailed),
            ([(.ifUnmodifiedSince, "yesterday")], .whole),
            // A tag takes precedence over a date, whatever the result.
            ([(.ifMatch, "\"a\""), (.ifUnmodifiedSince, before)], .whole),
            ([(.ifMatch, "\"b\""), (.ifUnmodifiedSince, after)], .preconditionFailed),
            // What the client has.
            ([(.ifNoneMatch, "\"a\"")], .notModified), ([(.ifNoneMatch, "W/\"a\"")], .notModified),
            ([(.ifNoneMatch, "\"b\", W/\"a\"")], .notModified),
            ([(.ifNoneMatch, "*")], .notModified),
            ([(.ifNoneMatch, "\"b\"")], .whole),
            ([(.ifModifiedSince, modified)], .notModified),
            ([(.ifModifiedSince, after)], .notModified), ([(.ifModifiedSince, before)], .whole),
            ([(.ifModifiedSince, "0")], .whole),
            ([(.ifNoneMatch, "\"b\""), (.ifModifiedSince, after)], .whole),
            ([(.ifNoneMatch, "\"a\""), (.ifModifiedSince, before)], .notModified),
            // What the client expects takes precedence over what it has.
            ([(.ifMatch, "\"b\""), (.ifNoneMatch, "\"a\"")], .preconditionFailed),
            ([(.ifMatch, "\"a\""), (.ifNoneMatch, "\"a\"")], .notModified),
            ([(.ifUnmodifiedSince, before), (.ifNoneMatch, "\"a\"")], .preconditionFailed),
            // Two lines of a header that allows one are ignored; two lists are joined.
            ([(.ifModifiedSince, after), (.ifModifiedSince, after)], .whole),
            ([(.ifNoneMatch, "\"b\""), (.ifNoneMatch, "\"a\"")], .notModified),
        ] as [([(HTTPField.Name, String)], PictureAnswer)]
    )
    func `preconditions decide, for GET and HEAD alike`(
        headers: [(HTTPField.Name, String)],
        expected: PictureAnswer
    ) throws {
        #expect(try answer(headers) == expected)
        #expect(try answer(headers, .head) == expected)
        // Whatever range is requested.
        let part = try answer(headers + [(.range, "bytes=0-1")])
        #expect(part == (expected == .whole ? .part(0..<2) : expected))
        let nothing = try answer(headers + [(.range, "bytes=10-")])
        #expect(nothing == (expected == .whole ? .unsatisfiable : expected))
    }

    @Test(
        arguments: [
            ("\"a\"", true), ("W/\"a\"", false), ("\"b\"", false), ("a", false), ("", false),
            ("\"a\", \"b\"", false), ("*", false), (modified, true), (before, false),
            (after, false), ("Sunday, 06-Nov-94 08:49:37 GMT", true),
        ]
    )
    func `a part is for a client that has the rest of this state`(value: String, holds: Bool) throws
    {
        let range = (HTTPField.Name.range, "bytes=8-")
        #expect(try answer([range, (.ifRange, value)]) == (holds ? .part(8..<10) : .whole))
        // Without a range it is ignored.
        #expect(try answer([(.ifRange, value)]) == .whole)
        // An unsatisfiable range is not refused if the client has another state.
        let nothing = try answer([(.range, "bytes=10-"), (.ifRange, value)])
        #expect(nothing == (holds ? .unsatisfiable : .whole))
    }

    @Test func `two lines of If-Range match no state`() throws {
        let headers: [(HTTPField.Name, String)] = [
            (.range, "bytes=8-"), (.ifRange, "\"a\""), (.ifRange, "\"a\""),
        ]
        #expect(try answer(headers) == .whole)
    }

    @Test func `without a date the headers with dates are ignored`() throws {
        #expect(try answer([(.ifModifiedSince, after)], hasDate: false) == .whole)
        #expect(try answer([(.ifUnmodifiedSince, before)], hasDate: false) == .whole)
        let part: [(HTTPField.Name, String)] = [(.range, "bytes=8-"), (.ifRange, modified)]
        #expect(try answer(part, hasDate: false) == .whole)
    }

    @Test(
        arguments: [
            ("bytes=0-1", .part(0..<2)), ("bytes=0-1,5-6", .parts([0..<2, 5..<7])),
            ("bytes=0-1,1-6", .part(0..<7)), ("bytes=0-1,10-", .part(0..<2)),
            ("bytes=10-", .unsatisfiable), ("bytes=-0,10-", .unsatisfiable),
            ("bytes=2-1", .whole), ("lines=0-1", .whole), ("bytes=0-", .part(0..<10)),
        ] as [(String, PictureAnswer)]
    )
    func `only GET gets parts`(range: String, expected: PictureAnswer) throws {
        #expect(try answer([(.range, range)]) == expected)
        #expect(try answer([(.range, range)], .head) == .whole)
    }
}
