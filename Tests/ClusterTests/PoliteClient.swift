import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import TestBasics
import TestKit

/// A client with one connection, as simple as HTTP allows: each request is written once, and is
/// answered or has failed. When a gateway announces the end of the connection, the next request
/// opens a new connection, to another gateway.
actor PoliteClient {
    private let balancer: Balancer
    /// The preferred gateway of the next connection.
    private var next: Int
    private var connection: Connection?

    /// The content of a request.
    struct Content: Sendable {
        let type: String
        let bytes: [UInt8]

        static func json(_ members: [String: any Sendable]) throws -> Content {
            Content(
                type: "application/json",
                bytes: Array(try JSONSerialization.data(withJSONObject: members))
            )
        }
    }

    struct Answer: Sendable {
        let status: Int
        let bytes: Int
        let json: JSONValue?
        /// The reply, for failure messages.
        var said: String { json.map { "\($0)" } ?? "nothing" }
    }

    /// - Parameters:
    ///   - balancer: Knows the gateways.
    ///   - start: The gateway to start with.
    init(_ balancer: Balancer, startingAt start: Int) {
        self.balancer = balancer
        next = start
    }

    /// Sends a request once.
    func send(
        _ method: HTTPMethod,
        _ path: String,
        _ content: Content? = nil,
        token: String? = nil
    ) async throws -> Answer {
        var head = HTTPRequestHead(version: .http1_1, method: method, uri: path)
        head.headers.add(name: "Host", value: "localhost")
        if let token { head.headers.add(name: "Authorization", value: "Bearer \(token)") }
        var bytes = ByteBuffer()
        if let content {
            bytes.writeBytes(content.bytes)
            head.headers.add(name: "Content-Type", value: content.type)
        }
        if method != .GET {
            head.headers.add(name: "Content-Length", value: "\(bytes.readableBytes)")
        }
        let response = try await ask(head, bytes)
        let isGoodbye = !response.head.isKeepAlive
        balancer.answered(by: next, isGoodbye: isGoodbye)
        if isGoodbye { leave() }
        return Answer(
            status: Int(response.head.status.code),
            bytes: response.body.readableBytes,
            json: try? JSONValue(reading: response.body)
        )
    }

    /// Ends the connection; the next one goes to another gateway.
    func leave() {
        connection?.channel.close(promise: nil)
        connection = nil
        next += 1
    }

    private func ask(
        _ head: HTTPRequestHead,
        _ body: ByteBuffer
    ) async throws -> Connection.Response {
        // A connection that ends before anything is written is opened again, as by any client.
        for _ in 0..<10 {
            if let answer = try await reuse(head, body) { return answer }
            let (place, host, port) = balancer.admit(preferring: next)
            defer { balancer.arrived(at: place) }
            next = place
            connection = try await Connection.open(to: host, port)
            if let answer = try await reuse(head, body) { return answer }
        }
        throw Connection.Rested()
    }

    /// Sends a request on the open connection; returns `nil` if there is none any more, and nothing
    /// was written.
    private func reuse(
        _ head: HTTPRequestHead,
        _ body: ByteBuffer
    ) async throws -> Connection.Response? {
        guard let connection else { return nil }
        do {
            return try await connection.ask(head, body)
        } catch is Connection.Rested {
            connection.channel.close(promise: nil)
            self.connection = nil
            return nil
        }
    }
}

/// A connection with one request at a time.
private struct Connection: Sendable {
    let channel: any Channel

    /// How long an idle connection may be reused. A stopping gateway closes those idle for a
    /// second, and a request written at that moment is lost.
    private static let restMax = TimeAmount.milliseconds(500)

    /// The connection was idle for too long, or is closed: nothing was written.
    struct Rested: Error {}

    struct Response: Sendable {
        let head: HTTPResponseHead
        let body: ByteBuffer
    }

    static func open(to host: String, _ port: Int) async throws -> Connection {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(60))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(Collector())
                }
            }
            .connect(host: host, port: port)
            .get()
        return Connection(channel: channel)
    }

    /// Writes a request, and waits for its response.
    ///
    /// - Throws: `Rested` if nothing was written.
    func ask(_ head: HTTPRequestHead, _ body: ByteBuffer) async throws -> Response {
        let promise = channel.eventLoop.makePromise(of: Response.self)
        channel.eventLoop.execute {
            // A closed channel no longer has handlers.
            guard
                let collector = try? channel.pipeline.syncOperations.handler(type: Collector.self),
                collector.expect(promise, after: Self.restMax)
            else { return promise.fail(Rested()) }
            channel.write(HTTPClientRequestPart.head(head), promise: nil)
            if body.readableBytes > 0 {
                channel.write(HTTPClientRequestPart.body(.byteBuffer(body)), promise: nil)
            }
            channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
        }
        return try await promise.futureResult.get()
    }

    /// Assembles a response.
    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart

        private var promise: EventLoopPromise<Response>?
        private var head: HTTPResponseHead?
        private var body = ByteBuffer()
        private var isOver = false
        /// When the last request was written, which is before the gateway can have answered it.
        private var lastRequest: NIODeadline?

        /// Registers a request that is about to be written; returns `false` if it must not be.
        func expect(_ promise: EventLoopPromise<Response>, after restMax: TimeAmount) -> Bool {
            let now = NIODeadline.now()
            guard !isOver, lastRequest.map({ now - $0 < restMax }) ?? true else { return false }
            lastRequest = now
            self.promise = promise
            return true
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                self.head = head
                body = ByteBuffer()
            case .body(var bytes):
                body.writeBuffer(&bytes)
            case .end:
                guard let head else { return }
                promise?.succeed(Response(head: head, body: body))
                promise = nil
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            promise?.fail(error)
            promise = nil
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            isOver = true
            promise?.fail(ChannelError.eof)
            promise = nil
        }
    }
}
