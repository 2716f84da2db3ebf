import HTTPTypes
import HummingbirdTesting
import IdentityAPI
import Identifiers
import Logging
import MediaAPI
import NIOCore
import RPC
import ServiceLifecycle
import Synchronization
import TestBasics
import TestKit
import Testing
import Wire

@testable import Gateway

/// The same over real sockets, with short limits. Shows that connections end, not when.
@Suite struct SocketTests {
    let house = House()

    /// Limits that no client exceeds; each test shortens the one that it tests.
    private var patient: HTTPLimits {
        var limits = HTTPLimits.patient
        limits.farewell = .milliseconds(100)
        return limits
    }

    private func gateway(
        _ limits: HTTPLimits,
        media: (inout Switchboard) -> Void = { _ in }
    ) -> Gateway {
        var house = house
        house.connections = limits
        return house.gateway(
            identity: {
                $0.answer(SignIn.self, with: Samples.signedIn(house.ana), noting: house.asked)
                $0.answer(ListFriends.self, with: Page(items: []), noting: house.asked)
            },
            media: media
        )
    }

    private func connected(
        _ limits: HTTPLimits,
        _ body: @Sendable (RawClient) async throws -> Void
    ) async throws {
        try await gateway(limits).test(.live) { client in
            let raw = try await RawClient(port: #require(client.http.port))
            try await body(raw)
            await raw.close()
        }
    }

    @Test func `a slow head is refused and cut`() async throws {
        var limits = patient
        limits.head = .milliseconds(50)
        try await connected(limits) { raw in
            try await raw.send("GET /v1/me HTTP/1.1\r\nHost:")
            try await eventually("not cut") { raw.isEnded }
            #expect(raw.text.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
            #expect(raw.text.contains("application/problem+json"))
            #expect(raw.text.contains(#""code":"gateway.request_slow""#))
            #expect(raw.text.contains("Connection: close\r\n"))
        }
    }

    @Test func `an HTTP 1.0 client with a transfer encoding is refused and cut`() async throws {
        try await connected(patient) { raw in
            try await raw.send(
                """
                POST /v1/sessions HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\n\
                Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n\
                2\r\n{}\r\n0\r\n\r\nGET /v1/friends HTTP/1.1\r\nHost: x\r\n\r\n
                """
            )
            try await eventually("not cut") { raw.isEnded }
            #expect(raw.text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            #expect(raw.text.contains(#""code":"gateway.request_malformed""#))
            #expect(raw.text.contains("Connection: close\r\n"))
            #expect(raw.text.ranges(of: "HTTP/1.1 ").count == 1)
        }
        #expect(house.asked.count(SignIn.self) == 0)
        #expect(house.asked.count(ListFriends.self) == 0)
    }

    @Test func `a slow body is refused and cut`() async throws {
        var limits = patient
        limits.body = .milliseconds(50)
        try await connected(limits) { raw in
            try await raw.send(
                """
                POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
                Content-Length: 100\r\n\r\n{
                """
            )
            try await eventually("not cut") { raw.isEnded }
            #expect(raw.text.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
            #expect(raw.text.contains(#""code":"gateway.request_slow""#))
            #expect(raw.text.contains("Connection: close\r\n"))
        }
        #expect(house.asked.count(SignIn.self) == 0)
    }

    @Test func `an unread body is cut as well`() async throws {
        var limits = patient
        limits.body = .milliseconds(50)
        try await connected(limits) { raw in
            try await raw.send(
                "POST /v1/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"
            )
            try await eventually("not cut") { raw.isEnded }
            #expect(raw.text.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
        }
    }

    @Test func `an idle connection is closed without a response`() async throws {
        var limits = patient
        limits.idle = .milliseconds(50)
        try await connected(limits) { raw in
            try await eventually("not closed") { raw.isEnded }
            #expect(raw.text == "")
        }
    }

    @Test func `a client that takes nothing is cut, and mediad stops sending`() async throws {
        var limits = patient
        limits.response = .milliseconds(200)
        let count = 400_000_000
        let isOver = Mutex(false)
        let gateway = gateway(limits) {
            $0.answer(
                DescribeMedia.self,
                with: .init(
                    contentType: "image/png",
                    bytes: Int64(count),
                    sha256: String(repeating: "ab", count: 32),
                    width: 1,
                    height: 1
                ),
                noting: house.asked
            )
            $0.on { (call: FetchMedia, stream: ServedStream<FetchMedia>, context: CallContext) in
                let item = ByteBuffer(repeating: 1, count: 64_000)
                defer { isOver.withLock { $0 = true } }
                for _ in 0..<(count / 64_000) { try await stream.send(item) }
                return Nothing()
            }
        }
        let link = gateway.signedURLs.url(of: MediaReference(Samples.picture))
        let path = link.dropFirst("https://play.example.org".count)
        try await gateway.test(.live) { client in
            let raw = try await RawClient(port: #require(client.http.port), reads: false)
            try await raw.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
            try await eventually("not cut") { isOver.withLock { $0 } }
            await raw.close()
        }
    }

    @Test(arguments: [
        ("GET /v1/friends HTTP/1.1\r\n\r\n", "400 Bad Request", "gateway.host_invalid"),
        (
            "GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\nHost: x\r\n\r\n",
            "414 URI Too Long",
            "gateway.url_too_long"
        ),
        (
            "GET / HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "a", count: 70_000))\r\n\r\n",
            "431 Request Header Fields Too Large", "gateway.headers_too_large"
        ),
        ("nonsense\r\n\r\n", "400 Bad Request", "gateway.request_malformed"),
        (
            "GET / HTTP/1.1\r\nHost: x\r\nExpect: much\r\n\r\n", "417 Expectation Failed",
            "gateway.expectation_unknown"
        ),
    ])
    func `a refusal before any route is a problem document too`(
        request: String,
        status: String,
        code: String
    ) async throws {
        try await connected(patient) { raw in
            try await raw.send(request)
            try await eventually("not answered") { raw.isEnded }
            #expect(raw.text.hasPrefix("HTTP/1.1 \(status)\r\n"))
            #expect(raw.text.contains("Content-Type: application/problem+json\r\n"))
            #expect(raw.text.contains("\"code\":\"\(code)\""))
            #expect(raw.text.contains("Trace-Id: "))
            #expect(raw.text.contains("X-Content-Type-Options: nosniff\r\n"))
        }
    }

    @Test func `a page may read a refusal before any route`() async throws {
        var house = house
        house.connections = patient
        house.origins = try #require(AllowedOrigins("https://play.example.org"))
        try await house.gateway().test(.live) { client in
            let raw = try await RawClient(port: #require(client.http.port))
            try await raw.send(
                """
                GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\nHost: x\r\n\
                Origin: https://play.example.org\r\n\r\n
                """
            )
            try await eventually("not answered") { raw.isEnded }
            #expect(raw.text.hasPrefix("HTTP/1.1 414 URI Too Long\r\n"))
            #expect(
                raw.text.contains("Access-Control-Allow-Origin: https://play.example.org\r\n")
            )
            #expect(raw.text.contains("Vary: Origin\r\n"))
            await raw.close()
        }
    }

    @Test func `a body is asked for, and a client that closes is served`() async throws {
        try await connected(patient) { raw in
            try await raw.send(
                """
                POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
                Expect: 100-continue\r\nConnection: close\r\nContent-Length: 30\r\n\r\n
                """
            )
            try await eventually("not asked for") { raw.text == "HTTP/1.1 100 Continue\r\n\r\n" }
            try await raw.send(#"{"login":"ana","password":"x"}"#)
            try await eventually("not answered") { raw.isEnded }
            #expect(raw.text.contains("HTTP/1.1 201 Created\r\n"))
            #expect(raw.text.contains("Connection: close\r\n"))
            #expect(raw.text.hasSuffix(#""expiresIn":900}"#))
        }
    }

    @Test func `pipelined requests are answered in order`() async throws {
        try await connected(patient) { raw in
            let names = ["a", "b", "c", "d"]
            let requests = names.map { "GET /v1/\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }
            try await raw.send(
                requests.joined()
                    + "GET /openapi.yaml HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            )
            try await eventually("not answered") { raw.isEnded }
            #expect(raw.text.ranges(of: "HTTP/1.1 404 Not Found").count == 4)
            #expect(raw.text.contains("openapi: 3.1"))
        }
    }

    /// A connection that is idle when the gateway stops can still be used once; then its client is
    /// told to connect elsewhere.
    @Test func `a gateway that stops serves one more request per connection`() async throws {
        var limits = patient
        limits.drain = .minutes(10)
        let ports = AsyncStream<Int>.makeStream()
        var house = house
        house.connections = limits
        let gateway = house.gateway(onListening: { ports.continuation.yield($0) })
        let group = ServiceGroup(
            configuration: .init(services: [gateway], logger: Logger(label: "test"))
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let port = try #require(await ports.stream.first { _ in true })
            let raw = try await RawClient(port: port)
            let request = "GET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n"
            try await raw.send(request)
            try await eventually("not answered") { raw.text.contains("openapi: 3.1") }
            #expect(!raw.text.contains("Connection: close"))
            await group.triggerGracefulShutdown()
            try await eventually("still listening") {
                await (try? RawClient(port: port))?.close() == nil
            }
            try await raw.send(request)
            try await eventually("not ended") { raw.isEnded }
            #expect(raw.text.contains("Connection: close\r\n"))
            #expect(raw.text.ranges(of: "openapi: 3.1").count == 2)
            try await tasks.waitForAll()
        }
    }

    /// A gateway that sends the first half of a picture, and the second when it may.
    private func withDownload(
        _ body: @Sendable (Gateway, RawClient, _ rest: Gate, _ port: Int) async throws -> Void
    ) async throws {
        let half = ByteBuffer(repeating: 0x61, count: 64_000)
        let rest = Gate()
        var limits = patient
        limits.drain = .milliseconds(1)
        let gateway = gateway(limits) {
            $0.answer(
                DescribeMedia.self,
                with: .init(
                    contentType: "image/png",
                    bytes: 128_000,
                    sha256: String(repeating: "ab", count: 32),
                    width: 1,
                    height: 1
                ),
                noting: house.asked
            )
            $0.on { (call: FetchMedia, stream: ServedStream<FetchMedia>, context: CallContext) in
                try await stream.send(half)
                await rest.pass()
                try await stream.send(half)
                return Nothing()
            }
        }
        let link = gateway.signedURLs.url(of: MediaReference(Samples.picture))
        let path = link.dropFirst("https://play.example.org".count)
        try await gateway.test(.live) { client in
            let port = try #require(client.http.port)
            let raw = try await RawClient(port: port)
            try await raw.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
            try await eventually("not begun") { raw.text.utf8.count > 64_000 }
            try await body(gateway, raw, rest, port)
            try await eventually("not ended") { raw.isEnded }
            #expect(raw.text.hasSuffix(String(repeating: "a", count: 128_000)))
            await raw.close()
        }
    }

    @Test func `a download is not cut before the drain ends, nor at its end`() async throws {
        try await withDownload { gateway, raw, rest, _ in
            await gateway.connections.drain(within: .milliseconds(100))
            #expect(!raw.isEnded)
            rest.open()
        }
    }

    @Test func `while a download goes on, an idle connection can still be used`() async throws {
        try await withDownload { gateway, raw, rest, port in
            let idle = try await RawClient(port: port)
            let request = "GET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n"
            try await idle.send(request)
            try await eventually("not answered") { idle.text.contains("openapi: 3.1") }
            async let drained: Void = gateway.connections.drain(within: .seconds(600))
            try await eventually("not draining") { gateway.connections.isDraining }
            #expect(!idle.isEnded)
            try await eventually("not ended") {
                if !idle.isEnded { try? await idle.send(request) }
                return idle.isEnded
            }
            #expect(idle.text.contains("Connection: close\r\n"))
            #expect(!raw.isEnded)
            rest.open()
            await drained
        }
    }
}
