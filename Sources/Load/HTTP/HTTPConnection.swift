import NIOCore
import NIOHTTP1
import NIOPosix

/// One HTTP/1.1 connection to the gateway, for one request at a time.
struct HTTPConnection: Sendable {
    private let channel: any Channel

    /// The gateway's response.
    struct GatewayResponse: Sendable {
        let head: HTTPResponseHead
        let body: ByteBuffer

        var status: Int { Int(head.status.code) }
    }

    /// No response arrived in time; the connection is closed.
    struct TimedOut: Error {}

    /// The connection was closed before the response was complete.
    struct Closed: Error {}

    /// Whether another request can be sent.
    var isOpen: Bool { channel.isActive }

    static func open(_ gateway: GatewayAccess, timeout: Duration) async throws -> HTTPConnection {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(TimeAmount(max(timeout, .seconds(10))))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(Collector())
                }
            }
            .connect(host: gateway.host, port: gateway.port)
            .get()
        return HTTPConnection(channel: channel)
    }

    func close() {
        channel.close(promise: nil)
    }

    /// Sends a request and waits for its response. Throws `TimedOut`, `Closed`, or the error that
    /// broke the connection. Cancelling the task closes it.
    func ask(
        _ head: HTTPRequestHead,
        _ body: ByteBuffer?,
        timeout: Duration
    ) async throws -> GatewayResponse {
        let promise = channel.eventLoop.makePromise(of: GatewayResponse.self)
        let limit = TimeAmount(timeout)
        channel.eventLoop.execute {
            // Writes to a closed channel fail silently, and its handlers are gone.
            guard
                channel.isActive,
                let collector = try? channel.pipeline.syncOperations.handler(type: Collector.self)
            else { return promise.fail(Closed()) }
            collector.expect(promise, on: channel, within: limit)
            channel.write(HTTPClientRequestPart.head(head), promise: nil)
            if let body {
                channel.write(HTTPClientRequestPart.body(.byteBuffer(body)), promise: nil)
            }
            channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
        }
        return try await withTaskCancellationHandler {
            try await promise.futureResult.get()
        } onCancel: {
            close()
        }
    }

    /// Assembles a response from its parts.
    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart

        private var promise: EventLoopPromise<GatewayResponse>?
        private var alarm: Scheduled<Void>?
        private var head: HTTPResponseHead?
        private var body = ByteBuffer()

        func expect(
            _ promise: EventLoopPromise<GatewayResponse>,
            on channel: any Channel,
            within limit: TimeAmount
        ) {
            self.promise = promise
            alarm = channel.eventLoop.scheduleTask(in: limit) {
                // Does nothing if the response has already arrived.
                promise.fail(TimedOut())
                channel.close(promise: nil)
            }
        }

        private func complete(_ result: Result<GatewayResponse, any Error>) {
            let promise = promise
            self.promise = nil
            alarm?.cancel()
            alarm = nil
            promise?.completeWith(result)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                self.head = head
                body = ByteBuffer()
            case .body(var bytes):
                if body.readableBytes == 0 {
                    body = bytes
                } else {
                    body.writeBuffer(&bytes)
                }
            case .end:
                guard let head, head.status.code >= 200 else { return }
                let answer = GatewayResponse(head: head, body: body)
                guard !head.isKeepAlive else { return complete(.success(answer)) }
                // Closed first, so that the caller sees a closed connection once it has the
                // response.
                let promise = promise
                self.promise = nil
                context.close(promise: nil)
                alarm?.cancel()
                alarm = nil
                promise?.succeed(answer)
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            complete(.failure(error))
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            complete(.failure(Closed()))
        }
    }
}
