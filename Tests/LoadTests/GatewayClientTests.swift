import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@testable import Load

/// Requests to a server that responds as each test needs.
struct GatewayClientTests {
    private func withVisitor(
        timeout: Duration = .seconds(60),
        _ body: (inout GatewayClient) async throws -> Void
    ) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Answerer())
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        let port = try #require(server.localAddress?.port)
        let gateway = GatewayAccess(host: "127.0.0.1", port: port) { _ in [] }
        var visitor = GatewayClient(gateway, timeout: timeout)
        try await body(&visitor)
        visitor.leave()
        try await server.close()
    }

    private func code(
        of path: String,
        _ visitor: inout GatewayClient
    ) async -> String? {
        do {
            _ = try await visitor.ask(.GET, path)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `each request returns its response`() async throws {
        try await withVisitor { visitor in
            for _ in 0..<3 {
                #expect(String(buffer: try await visitor.ask(.GET, "/fine")) == "fine")
            }
            let body = try GatewayClient.Body.json(["a": 1])
            #expect(String(buffer: try await visitor.ask(.POST, "/echo", body)) == #"{"a":1}"#)
        }
    }

    @Test func `a refusal has its code, or else its status`() async throws {
        try await withVisitor { visitor in
            #expect(await code(of: "/problem", &visitor) == "gateway.too_many")
            #expect(await code(of: "/bare", &visitor) == "http.500")
            #expect(await code(of: "/fine", &visitor) == nil)
        }
    }

    @Test func `a closed connection is reopened`() async throws {
        try await withVisitor { visitor in
            for _ in 0..<3 { #expect(await code(of: "/last", &visitor) == nil) }
            #expect(await code(of: "/broken", &visitor) == LoadCode.unconnected)
            #expect(await code(of: "/fine", &visitor) == nil)
        }
    }

    @Test func `a request times out at the limit`() async throws {
        try await withVisitor(timeout: .milliseconds(50)) { visitor in
            #expect(await code(of: "/silent", &visitor) == LoadCode.timedOut)
        }
    }

    @Test func `without a listener there is no connection`() async {
        let gateway = GatewayAccess(host: "127.0.0.1", port: 1) { _ in [] }
        var visitor = GatewayClient(gateway, timeout: .seconds(60))
        #expect(await code(of: "/fine", &visitor) == LoadCode.unconnected)
    }
}

/// Responds by path.
private final class Answerer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    private var path = ""
    private var body = ByteBuffer()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            path = head.uri
            body = ByteBuffer()
        case .body(var bytes): body.writeBuffer(&bytes)
        case .end: answer(context.channel)
        }
    }

    private func answer(_ channel: any Channel) {
        switch path {
        case "/silent": return
        case "/broken": channel.close(promise: nil)
        case "/problem":
            let problem = #"{"type": "about:blank", "code": "gateway.too_many"}"#
            send(.tooManyRequests, ByteBuffer(string: problem), channel)
        case "/bare": send(.internalServerError, ByteBuffer(), channel)
        case "/echo": send(.ok, body, channel)
        case "/last": send(.ok, ByteBuffer(string: "bye"), channel, isLast: true)
        default: send(.ok, ByteBuffer(string: "fine"), channel)
        }
    }

    private func send(
        _ status: HTTPResponseStatus,
        _ body: ByteBuffer,
        _ channel: any Channel,
        isLast: Bool = false
    ) {
        var headers = HTTPHeaders([("Content-Length", "\(body.readableBytes)")])
        if isLast { headers.add(name: "Connection", value: "close") }
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        channel.write(HTTPServerResponsePart.head(head), promise: nil)
        channel.write(HTTPServerResponsePart.body(.byteBuffer(body)), promise: nil)
        channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
    }
}
