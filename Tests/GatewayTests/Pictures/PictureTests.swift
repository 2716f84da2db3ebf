import Crypto
import HTTPTypes
import HummingbirdTesting
import IdentityAPI
import Identifiers
import MediaAPI
import NIOCore
import RPC
import Synchronization
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// Downloading a picture by its URL.
@Suite struct PictureTests {
    let house = House(now: Instant(microseconds: 6_000_000_000))
    let bytes = ByteBuffer(bytes: (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let hash = String(repeating: "ab", count: 32)

    /// Returns a gateway whose mediad has one picture; it may announce a length other than what it
    /// sends.
    private func gateway(announced: Int? = nil) -> Gateway {
        house.gateway(showing: bytes, hash: hash, announced: announced)
    }

    private func link(_ gateway: Gateway) -> String {
        gateway.signedURLs.url(of: MediaReference(Samples.picture))
    }

    @Test(arguments: [false, true])
    func `a picture is served without signing in`(isLive: Bool) async throws {
        let gateway = gateway()
        try await gateway.test(isLive ? .live : .router) { client in
            let answer = try await client.ask(.get, link(gateway))
            #expect(answer.status == 200)
            #expect(answer.bytes == bytes)
            #expect(answer.headers[.contentType] == "image/png")
            #expect(answer.headers[.contentLength] == "300000")
            #expect(answer.headers[.eTag] == "\"\(hash)\"")
            #expect(answer.headers[.cacheControl] == "private, max-age=600")
            #expect(answer.headers[.acceptRanges] == "bytes")
            #expect(answer.headers[.lastModified] == "Thu, 01 Jan 1970 01:23:20 GMT")
            #expect(answer.headers[.xContentTypeOptions] == "nosniff")
        }
        let fetch = try #require(house.asked.all(FetchMedia.self).first)
        #expect(fetch.call.media == Samples.picture)
        #expect(fetch.call.variant == "original")
        #expect(fetch.call.offset == 0)
        #expect(fetch.call.length == 300_000)
        #expect(fetch.call.sha256 == hash)
        #expect(fetch.context.user == nil)
    }

    @Test(arguments: [HTTPRequest.Method.get, .head])
    func `a picture is not newer than the answer that shows it`(
        method: HTTPRequest.Method
    ) async throws {
        let gateway = house.gateway(showing: bytes, hash: hash, uploadedAt: .now() + .days(1))
        try await gateway.test(.live) { client in
            for headers in [[:], [.ifNoneMatch: "*"]] as [HTTPFields] {
                let answer = try await client.ask(method, link(gateway), headers: headers)
                #expect(answer.headers[.lastModified] != nil)
                #expect(answer.headers[.lastModified] == answer.headers[.date])
            }
        }
    }

    @Test(arguments: [false, true])
    func `HEAD returns the headers without the bytes`(isLive: Bool) async throws {
        let gateway = gateway()
        try await gateway.test(isLive ? .live : .router) { client in
            let answer = try await client.ask(.head, link(gateway))
            #expect(answer.status == 200)
            #expect(answer.headers[.contentLength] == "300000")
            #expect(answer.headers[.eTag] == "\"\(hash)\"")
            #expect(answer.headers[.acceptRanges] == "bytes")
            #expect(answer.bytes.readableBytes == 0)
        }
        #expect(house.asked.count(FetchMedia.self) == 0)
    }

    @Test func `the URLs in replies work`() async throws {
        let gateway = gateway()
        try await gateway.test(token: house.token()) { client in
            let friends = try await client.ask(.get, "/v1/friends")
            let url = try #require(try friends.json["items"]?[0]?["avatarURL"]?.text)
            #expect(url == link(gateway))
            let picture = try await client.ask(.get, url)
            #expect(picture.status == 200)
        }
    }

    @Test func `a URL expires on time`() async throws {
        let gateway = gateway()
        let link = link(gateway)
        try await gateway.test { client in
            house.clocks.advance(by: .seconds(599))
            let last = try await client.ask(.get, link)
            #expect(last.status == 200)
            #expect(last.headers[.cacheControl] == "private, max-age=1")
            house.clocks.advance(by: .seconds(1))
            let dead = try await client.ask(.get, link)
            #expect(dead.status == 404)
            #expect(try dead.code == "gateway.not_found")
        }
        #expect(house.asked.count(DescribeMedia.self) == 1)
    }

    @Test func `a changed URL is not found, and mediad is not asked`() async throws {
        let gateway = gateway()
        let link = link(gateway)
        let id = Samples.picture.description
        try await gateway.test { client in
            for other in [
                link.replacing(id, with: MediaID().description),
                link.replacing("/original", with: "/small"),
                link.replacing("e=6600", with: "e=7200"),
                link + "A", link.replacing(id, with: "x"),
            ] {
                let answer = try await client.ask(.get, other)
                #expect(answer.status == 404, "\(other)")
            }
            for other in [
                link + "&x=1", "/v1/media/\(id)/original", link.replacing("s=", with: "t="),
            ] {
                let answer = try await client.ask(.get, other)
                #expect(answer.status == 400, "\(other)")
            }
        }
        #expect(house.asked.count(DescribeMedia.self) == 0)
    }

    @Test func `a URL is cached once, however it is written, and no invalid one`() async throws {
        let gateway = gateway()
        let link = link(gateway)
        let id = Samples.picture.description
        let query = try #require(link.split(separator: "?").last).split(separator: "&")
        let path = "/v1/media/\(id)/original"
        try await gateway.test { client in
            for same in [
                link, link.replacing(id, with: id.uppercased()), "\(path)?\(query[1])&\(query[0])",
                "\(path)?&\(query[0])&&\(query[1])",
                "\(path)?%65\(query[0].dropFirst())&\(query[1])",
            ] {
                let answer = try await client.ask(.get, same)
                #expect(answer.status == 200, "\(same)")
            }
            #expect(gateway.verifiedURLs.count == 1)
            let marks = String(repeating: "%CC%81", count: 1_000)
            for other in [
                link + "A", link.replacing("original", with: "e\(marks)"), link + marks,
                link.replacing("e=6600", with: "e=6600\(marks)"), link.replacing("s=", with: "s=A"),
                link.replacing("e=6600", with: "e=06600"),
            ] {
                let answer = try await client.ask(.get, other)
                #expect(answer.status == 404, "\(other.prefix(99))")
            }
            #expect(gateway.verifiedURLs.count == 1)
        }
    }

    @Test func `a deleted picture is not found`() async throws {
        let gateway = house.gateway(
            publicURL: nil,
            media: {
                $0.refuse(
                    DescribeMedia.self,
                    with: MediaError.notFound.fault,
                    noting: house.asked
                )
            }
        )
        try await gateway.test { client in
            let answer = try await client.ask(.get, link(gateway))
            #expect(answer.status == 404)
            #expect(try answer.code == "media.not_found")
        }
    }

    @Test func `a picture is described once, and checked for existence each time`() async throws {
        let gateway = gateway()
        try await gateway.test { client in
            for _ in 0..<3 {
                let answer = try await client.ask(.get, link(gateway))
                #expect(answer.bytes == bytes)
            }
            #expect(house.asked.count(DescribeMedia.self) == 1)
            #expect(house.asked.count(FetchMedia.self) == 3)
            // A response without bytes depends on mediad's description alone.
            let head = try await client.ask(.head, link(gateway))
            #expect(head.status == 200)
            let known = try await client.ask(
                .get,
                link(gateway),
                headers: [.ifNoneMatch: "\"\(hash)\""]
            )
            #expect(known.status == 304)
            #expect(house.asked.count(DescribeMedia.self) == 3)
            #expect(house.asked.count(FetchMedia.self) == 3)
        }
    }

    @Test func `a picture deleted after it was served is not found`() async throws {
        let isGone = Mutex(false)
        let description = DescribeMedia.Reply(
            contentType: "image/png",
            bytes: 3,
            sha256: hash,
            width: 1,
            height: 1
        )
        let gateway = house.gateway(
            publicURL: nil,
            media: {
                $0.on { (_: DescribeMedia, _: CallContext) in
                    if isGone.withLock(\.self) { throw MediaError.notFound }
                    return description
                }
                $0.on {
                    (_: FetchMedia, stream: ServedStream<FetchMedia>, _: CallContext) in
                    if isGone.withLock(\.self) { throw MediaError.notFound }
                    try await stream.send(ByteBuffer(bytes: [1, 2, 3]))
                    return Nothing()
                }
            }
        )
        try await gateway.test { client in
            let seen = try await client.ask(.get, link(gateway))
            #expect(seen.status == 200)
            isGone.withLock { $0 = true }
            let gone = try await client.ask(.get, link(gateway))
            #expect(gone.status == 404)
            #expect(try gone.code == "media.not_found")
            isGone.withLock { $0 = false }
            let back = try await client.ask(.get, link(gateway))
            #expect(back.status == 200)
        }
    }

    @Test func `an unreadable picture is refused before the response begins`() async throws {
        let description = DescribeMedia.Reply(
            contentType: "image/png",
            bytes: 9,
            sha256: hash,
            width: 1,
            height: 1
        )
        let gateway = house.gateway(
            publicURL: nil,
            media: {
                $0.answer(DescribeMedia.self, with: description, noting: house.asked)
                $0.on { (_: FetchMedia, _: ServedStream<FetchMedia>, _: CallContext) -> Nothing in
                    throw MediaError.notFound
                }
            }
        )
        try await gateway.test { client in
            let answer = try await client.ask(.get, link(gateway))
            #expect(answer.status == 404)
        }
    }

    @Test(arguments: [299_999, 300_001])
    func `a picture of another length breaks the connection`(announced: Int) async throws {
        let gateway = gateway(announced: announced)
        await #expect(throws: (any Error).self) {
            try await gateway.test(.live) { client in
                _ = try await client.ask(.get, link(gateway))
            }
        }
        #expect(house.asked.count(FetchMedia.self) == 1)
    }
}
