import HTTPTypes
import HummingbirdTesting
import MediaAPI
import NIOCore
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// Parts of a picture, and conditional requests, over real HTTP.
@Suite struct PicturePartsTests {
    let house = House(now: Instant(microseconds: 6_000_000_000))
    let bytes = ByteBuffer(bytes: (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let hash = String(repeating: "ab", count: 32)

    private func test(
        _ body: @Sendable (Client, _ link: String) async throws -> Void
    ) async throws {
        let gateway = house.gateway(showing: bytes, hash: hash)
        let link = gateway.signedURLs.url(of: MediaReference(Samples.picture))
        try await gateway.test(.live) { client in try await body(client, link) }
    }

    @Test(
        arguments: [
            ("bytes=0-0", 0, 1), ("bytes=0-", 0, 200_000), ("bytes=500-70499", 500, 70_000),
            ("bytes=199999-", 199_999, 1), ("bytes=-500", 199_500, 500),
            ("bytes=-300000", 0, 200_000), ("bytes=199000-999999999999", 199_000, 1_000),
            ("bytes=10-19,15-29", 10, 20),
        ]
    )
    func `a part is served, and mediad reads no more than it`(
        range: String,
        offset: Int,
        length: Int
    ) async throws {
        try await test { client, link in
            let answer = try await client.ask(.get, link, headers: [.range: range])
            #expect(answer.status == 206)
            #expect(answer.bytes == (try bytes.slice(offset, length)))
            let end = offset + length - 1
            #expect(answer.headers[.contentRange] == "bytes \(offset)-\(end)/200000")
            #expect(answer.headers[.contentLength] == "\(length)")
            #expect(answer.headers[.contentType] == "image/png")
            #expect(answer.headers[.eTag] == "\"\(hash)\"")
            #expect(answer.headers[.lastModified] == "Thu, 01 Jan 1970 01:23:20 GMT")
            #expect(answer.headers[.cacheControl] == "private, max-age=600")
            #expect(answer.headers[.acceptRanges] == "bytes")
        }
        let fetches = house.asked.all(FetchMedia.self)
        #expect(fetches.map(\.call.offset) == [Int64(offset)])
        #expect(fetches.map(\.call.length) == [Int64(length)])
    }

    @Test func `several parts are served together, each with its range`() async throws {
        try await test { client, link in
            let range = "bytes=100000-170000, -3, 0-1"
            let answer = try await client.ask(.get, link, headers: [.range: range])
            #expect(answer.status == 206)
            let boundary = "part-" + hash.prefix(32)
            #expect(
                answer.headers[.contentType] == "multipart/byteranges; boundary=\(boundary)"
            )
            #expect(answer.headers[.contentRange] == nil)
            #expect(answer.headers[.contentLength] == "\(answer.bytes.readableBytes)")
            #expect(answer.headers[.eTag] == "\"\(hash)\"")
            var expected = ByteBuffer()
            for (index, (offset, length)) in [(100_000, 70_001), (199_997, 3), (0, 2)].enumerated()
            {
                if index > 0 { expected.writeString("\r\n") }
                expected.writeString("--\(boundary)\r\nContent-Type: image/png\r\n")
                let end = offset + length - 1
                expected.writeString("Content-Range: bytes \(offset)-\(end)/200000\r\n\r\n")
                expected.writeImmutableBuffer(try bytes.slice(offset, length))
            }
            expected.writeString("\r\n--\(boundary)--\r\n")
            #expect(answer.bytes == expected)
        }
        #expect(house.asked.all(FetchMedia.self).map(\.call.length) == [70_001, 3, 2])
    }

    @Test(arguments: ["bytes=200000-", "bytes=-0", "bytes=200000-200001,-0"])
    func `an unsatisfiable range is 416, with the length`(range: String) async throws {
        try await test { client, link in
            let answer = try await client.ask(.get, link, headers: [.range: range])
            #expect(answer.status == 416)
            #expect(try answer.code == "gateway.range_unsatisfiable")
            #expect(try answer.json["status"] == 416)
            #expect(answer.headers[.contentRange] == "bytes */200000")
            #expect(answer.headers[.contentType] == "application/problem+json")
        }
        #expect(house.asked.count(FetchMedia.self) == 0)
    }

    @Test(arguments: ["bytes=1-0", "items=0-1", "bytes=x", "0-1"])
    func `an invalid range is ignored`(range: String) async throws {
        try await test { client, link in
            let answer = try await client.ask(.get, link, headers: [.range: range])
            #expect(answer.status == 200)
            #expect(answer.bytes == bytes)
            #expect(answer.headers[.contentRange] == nil)
        }
    }

    @Test func `HEAD ignores the range`() async throws {
        try await test { client, link in
            let answer = try await client.ask(.head, link, headers: [.range: "bytes=0-0"])
            #expect(answer.status == 200)
            #expect(answer.headers[.contentLength] == "200000")
            #expect(answer.headers[.contentRange] == nil)
            // The connection is still in step.
            let next = try await client.ask(.get, link, headers: [.range: "bytes=0-0"])
            #expect(next.status == 206)
        }
    }

    @Test(arguments: [HTTPRequest.Method.get, .head])
    func `a client that has the picture gets no bytes`(method: HTTPRequest.Method) async throws {
        try await test { client, link in
            let conditions: [HTTPFields] = [
                [.ifNoneMatch: "W/\"x\", \"\(hash)\""], [.ifNoneMatch: "*"],
                [.ifModifiedSince: "Thu, 01 Jan 1970 01:23:20 GMT"],
                [.ifNoneMatch: "\"\(hash)\"", .range: "bytes=0-1"],
            ]
            for headers in conditions {
                let answer = try await client.ask(method, link, headers: headers)
                #expect(answer.status == 304, "\(headers)")
                #expect(answer.bytes.readableBytes == 0)
                #expect(answer.headers[.eTag] == "\"\(hash)\"")
                #expect(answer.headers[.cacheControl] == "private, max-age=600")
                #expect(answer.headers[.contentType] == nil)
                #expect(answer.headers[.contentLength] == nil)
            }
        }
        #expect(house.asked.count(FetchMedia.self) == 0)
    }

    @Test func `a client that expects another picture is refused`() async throws {
        try await test { client, link in
            let conditions: [HTTPFields] = [
                [.ifMatch: "\"x\""], [.ifMatch: "W/\"\(hash)\""],
                [.ifUnmodifiedSince: "Thu, 01 Jan 1970 01:23:19 GMT"],
                [.ifMatch: "\"x\"", .ifNoneMatch: "\"\(hash)\"", .range: "bytes=0-1"],
            ]
            for headers in conditions {
                let answer = try await client.ask(.get, link, headers: headers)
                #expect(answer.status == 412, "\(headers)")
                #expect(try answer.code == "gateway.precondition_failed")
            }
        }
        #expect(house.asked.count(FetchMedia.self) == 0)
    }

    @Test(arguments: [HTTPField.Name.ifMatch, .ifNoneMatch])
    func `what is no list of tags is refused by its name, and what is too long`(
        name: HTTPField.Name
    ) async throws {
        try await test { client, link in
            for text in ["x", "\"x", "*, \"x\"", ""] {
                let answer = try await client.ask(.get, link, headers: [name: text])
                #expect(answer.status == 400, "\(text)")
                #expect(try answer.code == "gateway.header_invalid")
                #expect(try answer.json["errors"]?[0]?["pointer"]?.text == "/\(name)")
            }
            let long = "\"\(String(repeating: "a", count: 8_190))\""
            let answer = try await client.ask(.get, link, headers: [name: long])
            #expect(answer.status == 431)
        }
        #expect(house.asked.count(FetchMedia.self) == 0)
    }

    @Test func `a download resumes if the picture is still the same`() async throws {
        try await test { client, link in
            let rest: HTTPFields = [.range: "bytes=150000-", .ifRange: "\"\(hash)\""]
            let answer = try await client.ask(.get, link, headers: rest)
            #expect(answer.status == 206)
            #expect(answer.bytes == (try bytes.slice(150_000, 50_000)))
            let changed: HTTPFields = [.range: "bytes=150000-", .ifRange: "\"other\""]
            let whole = try await client.ask(.get, link, headers: changed)
            #expect(whole.status == 200)
            #expect(whole.bytes == bytes)
        }
    }

    @Test func `an invalid URL is not found, whatever the preconditions`() async throws {
        try await test { client, link in
            let headers: HTTPFields = [.ifNoneMatch: "*", .range: "bytes=0-0"]
            let answer = try await client.ask(.get, link + "A", headers: headers)
            #expect(answer.status == 404)
        }
        #expect(house.asked.count(DescribeMedia.self) == 0)
    }
}
