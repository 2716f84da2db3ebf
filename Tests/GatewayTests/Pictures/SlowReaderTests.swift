import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOPosix
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// A client that requests a picture and does not read it.
@Suite struct SlowReaderTests {
    let house = House(now: Instant(microseconds: 6_000_000_000))
    let hash = String(repeating: "ab", count: 32)

    /// Between the picture and the reader are mediad's credit, the connection's write buffer and
    /// the system's buffers: a picture of this size fills all of them.
    private static let pictureBytes = 96 << 20
    private static let keptBytesMax = 64 << 20

    @Test func `a paused reader makes no process buffer the picture`() async throws {
        let watch = PictureWatch()
        let bytes = ByteBuffer(repeating: 7, count: Self.pictureBytes)
        let gateway = house.gateway(showing: bytes, hash: hash, watch: watch)
        let link = gateway.signedURLs.url(of: MediaReference(Samples.picture))
        try await gateway.test(.live) { client in
            let port = try #require(client.http.port)
            let reader = try RawReader(port: port, receiveBufferBytes: 65_536)
            defer { reader.close() }
            try reader.send("GET \(link) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            try await watch.settle()
            #expect(watch.bytes > 0)
            #expect(watch.bytes < Self.keptBytesMax)
            // Another client is not delayed by it.
            let other = try await client.ask(.get, link, headers: [.range: "bytes=0-9"])
            #expect(other.bytes == ByteBuffer(repeating: 7, count: 10))
            // It gets the whole picture when it finally reads.
            let answer = try await reader.readAll()
            let head = answer.readableBytes - bytes.readableBytes
            #expect(answer.readableBytesView.starts(with: "HTTP/1.1 200 OK\r\n".utf8))
            #expect(answer.getSlice(at: head, length: bytes.readableBytes) == bytes)
        }
    }

    @Test func `a reader that disconnects ends mediad's stream`() async throws {
        let watch = PictureWatch()
        let bytes = ByteBuffer(repeating: 7, count: Self.pictureBytes)
        let gateway = house.gateway(showing: bytes, hash: hash, watch: watch)
        let link = gateway.signedURLs.url(of: MediaReference(Samples.picture))
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

    @Test func `a reader that takes no byte for a while is cut, and mediad's stream ends`()
        async throws
    {
        let watch = PictureWatch()
        var house = house
        house.connections.stall = .milliseconds(200)
        let bytes = ByteBuffer(repeating: 7, count: Self.pictureBytes)
        let gateway = house.gateway(showing: bytes, hash: hash, watch: watch)
        let link = gateway.signedURLs.url(of: MediaReference(Samples.picture))
        try await gateway.test(.live) { client in
            let port = try #require(client.http.port)
            let reader = try RawReader(port: port, receiveBufferBytes: 4_096)
            defer { reader.close() }
            try reader.send("GET \(link) HTTP/1.1\r\nHost: a\r\n\r\n")
            try await eventually("the reader is not cut") { watch.ends == 1 }
            try await eventually("its slot is kept") { gateway.downloadSlots.count == 0 }
            #expect(watch.bytes < Self.pictureBytes)
        }
    }

    @Test func `only bytes acknowledged by the reader's system are counted`() async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "localhost", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.holdUnsent(atMost: 1)
                    return channel
                }
            }
        try await server.executeThenClose { accepted in
            let port = try #require(server.channel.localAddress?.port)
            let reader = try RawReader(port: port, receiveBufferBytes: 4_096)
            defer { reader.close() }
            var connections = accepted.makeAsyncIterator()
            let channel = try #require(try await connections.next())
            let bytes = 1 << 20
            channel.writeAndFlush(ByteBuffer(repeating: 7, count: bytes), promise: nil)
            func taken() async throws -> UInt64 {
                try await #require(channel.takenBytes()).get()
            }
            var before: UInt64 = 0
            try await eventually("its system takes nothing") {
                before = try await taken()
                return before > 0
            }
            #expect(before < bytes)
            var read = 0
            try await eventually("what it reads is not told") {
                read += try #require(reader.read(atMost: 2_048))
                return try await taken() > before
            }
            #expect(try await taken() < bytes)
            channel.close(promise: nil)
        }
    }

    @Test func `a reader beyond its network's limit is refused with a Retry-After`() async throws {
        var house = house
        house.requests.pictures = 1
        let bytes = ByteBuffer(repeating: 7, count: Self.pictureBytes)
        let gateway = house.gateway(showing: bytes, hash: hash)
        let link = gateway.signedURLs.url(of: MediaReference(Samples.picture))
        try await gateway.test(.live) { client in
            let port = try #require(client.http.port)
            let reader = try RawReader(port: port, receiveBufferBytes: 4_096)
            try reader.send("GET \(link) HTTP/1.1\r\nHost: a\r\n\r\n")
            try await eventually("nothing is sent") { gateway.downloadSlots.count == 1 }
            let refused = try await client.ask(.get, link)
            #expect(refused.status == 429)
            #expect(refused.headers[.retryAfter] == "1")
            #expect(try refused.code == "gateway.pictures_exhausted")
            // A response without bytes needs no slot.
            let head = try await client.ask(.head, link)
            #expect(head.status == 200)
            reader.close()
            let answer = try await client.ask(.get, link, headers: [.range: "bytes=0-9"])
            #expect(answer.status == 206)
        }
    }
}
