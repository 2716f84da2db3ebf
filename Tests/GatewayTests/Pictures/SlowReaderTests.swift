import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// Somebody who asks for a picture and does not read it.
@Suite struct SlowReaderTests {
    let house = House(now: Instant(microseconds: 6_000_000_000))
    let hash = String(repeating: "ab", count: 32)

    /// Between the picture and the reader there are mediad's credit, what the connection takes at
    /// once, and the system's buffers: with this limit all of them are full.
    private static let pictureBytes = 96 << 20
    private static let keptBytesMax = 64 << 20

    @Test func `a reader who waits makes nobody keep the picture for it`() async throws {
        let watch = PictureWatch()
        let bytes = ByteBuffer(repeating: 7, count: Self.pictureBytes)
        let gateway = house.gateway(showing: bytes, hash: hash, watch: watch)
        let link = gateway.links.url(of: MediaReference(Samples.picture))
        try await gateway.test(.live) { client in
            let port = try #require(client.http.port)
            let reader = try RawReader(port: port, receiveBufferBytes: 65_536)
            defer { reader.close() }
            try reader.send("GET \(link) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            try await watch.settle()
            #expect(watch.bytes > 0)
            #expect(watch.bytes < Self.keptBytesMax)
            // Another client is not held up by it.
            let other = try await client.ask(.get, link, headers: [.range: "bytes=0-9"])
            #expect(other.bytes == ByteBuffer(repeating: 7, count: 10))
            // It gets the whole picture when it reads after all.
            let answer = try await reader.readAll()
            let head = answer.readableBytes - bytes.readableBytes
            #expect(answer.readableBytesView.starts(with: "HTTP/1.1 200 OK\r\n".utf8))
            #expect(answer.getSlice(at: head, length: bytes.readableBytes) == bytes)
        }
    }

    @Test func `a reader who goes away ends mediad's stream`() async throws {
        let watch = PictureWatch()
        let bytes = ByteBuffer(repeating: 7, count: Self.pictureBytes)
        let gateway = house.gateway(showing: bytes, hash: hash, watch: watch)
        let link = gateway.links.url(of: MediaReference(Samples.picture))
        try await gateway.test(.live) { client in
            let port = try #require(client.http.port)
            let reader = try RawReader(port: port, receiveBufferBytes: 65_536)
            try reader.send("GET \(link) HTTP/1.1\r\nHost: a\r\n\r\n")
            try await eventually("nothing is sent") { watch.bytes > 0 }
            reader.close()
            try await eventually("mediad goes on") { watch.ends == 1 }
            #expect(watch.bytes < Self.pictureBytes)
        }
    }
}
