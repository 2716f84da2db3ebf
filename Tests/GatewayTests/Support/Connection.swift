import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import Synchronization
import TestBasics
import Testing

@testable import Gateway

/// An `HTTPConnectionHandler` without a network, with a client on one side, a route on the other,
/// and a clock that only the test moves.
final class Connection {
    let channel: EmbeddedChannel
    private let socket = Socket()
    private let route = Route()

    /// Opens a connection; if `taken` is `nil`, the bytes that the client takes are not counted.
    init(limits: HTTPLimits = HTTPLimits(), taken: TakenCount? = nil) throws {
        channel = EmbeddedChannel()
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(socket)
        var decoder = NIOHTTPDecoderLimitConfiguration()
        decoder.maxHeaderFieldSize = 2 * limits.headerBytesMax
        decoder.maxHeaderListSize = 2 * limits.headerBytesMax
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false,
            withErrorHandling: false,
            withOutboundHeaderValidation: false,
            withEncoderConfiguration: .init(),
            withDecoderLimitConfiguration: decoder
        )
        let counting = TakenBytes { channel in
            taken.map { channel.eventLoop.makeSucceededFuture($0.bytes) }
        }
        let doorkeeper = HTTPConnectionHandler(limits: limits, taken: counting) { refusal in
            let origin = refusal.origin.map { " to \($0)" } ?? ""
            let body = ByteBuffer(string: refusal.error.rawValue + origin)
            let fields: HTTPFields = [.contentLength: "\(body.readableBytes)"]
            return (HTTPResponse(status: .init(code: 400), headerFields: fields), body)
        }
        try pipeline.addHandler(doorkeeper)
        try pipeline.addHandler(route)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        channel.read()
    }

    deinit {
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    /// The client sends bytes; the gateway reads more, unless it is busy.
    func send(_ text: String, busy: Bool = false) throws {
        try channel.writeInbound(ByteBuffer(string: text))
        if !busy { channel.read() }
    }

    /// Lets time pass.
    func wait(_ time: TimeAmount) {
        channel.embeddedEventLoop.advanceTime(by: time)
    }

    /// The route responds to a request; the client takes the bytes or leaves them.
    func respond(_ body: String = "ok", taken: Bool = true, headers: HTTPFields = [:]) throws {
        var headers = headers
        headers[.contentLength] = "\(body.utf8.count)"
        channel.write(
            HTTPResponsePart.head(.init(status: .ok, headerFields: headers)),
            promise: nil
        )
        channel.write(HTTPResponsePart.body(ByteBuffer(string: body)), promise: nil)
        channel.write(HTTPResponsePart.end(nil), promise: nil)
        if taken { channel.flush() }
    }

    /// The route writes and flushes a part of a response.
    func write(_ part: HTTPResponsePart) {
        channel.writeAndFlush(part, promise: nil)
    }

    /// The route asks for the body of its request.
    func askForBody() {
        channel.triggerUserOutboundEvent(HTTPConnectionHandler.BodyAsked(), promise: nil)
    }

    /// Returns everything that the client was sent since the last call.
    func received() throws -> String {
        var text = ""
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
            text += String(buffer: buffer)
        }
        return text
    }

    /// What the route has received: paths, bodies, ends and errors.
    var seen: [String] { route.seen }
    var isOpen: Bool { channel.isActive }
    var isOutputClosed: Bool { socket.isOutputClosed }

    /// Closes the client's side.
    func closeInput() {
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }

    /// Sends the event that a stopping gateway sends to every connection first.
    func announceStop() {
        channel.pipeline.fireUserInboundEventTriggered(GatewayStopping())
    }

    /// Sends the event that a stopping server sends to every connection.
    func quiesce() {
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
}

/// How many bytes a client has taken.
final class TakenCount: Sendable {
    private let count = Mutex<UInt64>(0)

    var bytes: UInt64 { count.withLock(\.self) }

    func add(_ bytes: UInt64) { count.withLock { $0 += bytes } }
}

/// A socket can close only one side, which an embedded channel cannot.
private final class Socket: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    var isOutputClosed = false

    func close(
        context: ChannelHandlerContext,
        mode: CloseMode,
        promise: EventLoopPromise<Void>?
    ) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        isOutputClosed = true
        promise?.succeed()
    }
}

private final class Route: ChannelInboundHandler {
    typealias InboundIn = HTTPRequestPart
    var seen: [String] = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): seen.append(head.path ?? "")
        case .body(let bytes): seen.append("+\(bytes.readableBytes)")
        case .end: seen.append(".")
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        seen.append("!\(type(of: error))")
    }
}
