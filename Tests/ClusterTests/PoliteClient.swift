import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import TestKit

/// One client with one connection, as plain as HTTP allows: a request is written once and has its
/// answer or has failed. Where a gateway says that a response is the connection's last, the next
/// request takes a new connection, to another gateway.
actor PoliteClient {
    private let gateways: [(host: String, port: Int)]
    private var next: Int
    private var connection: Connection?

    struct Answer: Sendable {
        let status: Int
        let json: JSONValue?
        /// The answer for whoever reads of a failure.
        var said: String { json.map { "\($0)" } ?? "nothing" }
    }

    /// - Parameters:
    ///   - urls: The gateways.
    ///   - start: Which of them to take first.
    init(_ urls: [String], startingAt start: Int) {
        gateways = urls.compactMap { url in
            let parts = url.dropFirst("http://".count).split(separator: ":")
            return Int(parts[1]).map { (String(parts[0]), $0) }
        }
        next = start
    }

    /// Asks once.
    func send(
        _ method: HTTPMethod,
        _ path: String,
        _ body: [String: any Sendable]? = nil,
        token: String
    ) async throws -> Answer {
        let connection = try await connected()
        var head = HTTPRequestHead(version: .http1_1, method: method, uri: path)
        head.headers.add(name: "Host", value: "localhost")
        head.headers.add(name: "Authorization", value: "Bearer \(token)")
        var bytes = ByteBuffer()
        if let body {
            bytes.writeBytes(try JSONSerialization.data(withJSONObject: body))
            head.headers.add(name: "Content-Type", value: "application/json")
        }
        if method != .GET {
            head.headers.add(name: "Content-Length", value: "\(bytes.readableBytes)")
        }
        let response = try await connection.ask(head, bytes)
        if !response.head.isKeepAlive { leave() }
        return Answer(
            status: Int(response.head.status.code),
            json: try? JSONValue(reading: response.body)
        )
    }

    /// Ends the connection; the next one is to another gateway.
    func leave() {
        connection?.channel.close(promise: nil)
        connection = nil
        next += 1
    }

    private func connected() async throws -> Connection {
        if let connection, connection.channel.isActive { return connection }
        if connection != nil { leave() }
        var last: any Error = ChannelError.eof
        // A gateway that does not listen was asked nothing: the other one is.
        for _ in gateways.indices {
            let (host, port) = gateways[next % gateways.count]
            do {
                let connection = try await Connection.open(to: host, port)
                self.connection = connection
                return connection
            } catch {
                last = error
                next += 1
            }
        }
        throw last
    }
}

/// A connection that answers one request at a time.
private struct Connection: Sendable {
    let channel: any Channel

    struct Response: Sendable {
        let head: HTTPResponseHead
        let body: ByteBuffer
    }

    static func open(to host: String, _ port: Int) async throws -> Connection {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
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

    func ask(_ head: HTTPRequestHead, _ body: ByteBuffer) async throws -> Response {
        let promise = channel.eventLoop.makePromise(of: Response.self)
        channel.eventLoop.execute {
            do {
                let collector = try channel.pipeline.syncOperations.handler(type: Collector.self)
                collector.expect(promise)
            } catch {
                promise.fail(error)
                return
            }
            channel.write(HTTPClientRequestPart.head(head), promise: nil)
            if body.readableBytes > 0 {
                channel.write(HTTPClientRequestPart.body(.byteBuffer(body)), promise: nil)
            }
            channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
        }
        return try await promise.futureResult.get()
    }

    /// Puts a response together.
    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart

        private var promise: EventLoopPromise<Response>?
        private var head: HTTPResponseHead?
        private var body = ByteBuffer()
        private var isOver = false

        func expect(_ promise: EventLoopPromise<Response>) {
            guard !isOver else {
                promise.fail(ChannelError.eof)
                return
            }
            self.promise = promise
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
