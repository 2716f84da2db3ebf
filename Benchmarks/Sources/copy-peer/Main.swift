import NIOCore
import NIOPosix
import PeerTools

/// Bare NIO: writes of 64 KiB to a TCP connection for as long as it is writable, counted by the
/// client.
@main
struct CopyPeer: Peer {
    static func main() async {
        await run()
    }

    static func serve(_ listening: (_ port: Int) -> Void) async throws {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Pouring())
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        listening(channel.localAddress?.port ?? 0)
        try await channel.closeFuture.get()
    }

    static func ask(_ order: Order) async throws -> Figures {
        let bound = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .connect(host: "127.0.0.1", port: order.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let counting = Counting()
                    try channel.pipeline.syncOperations.addHandler(counting)
                    return NIOLoopBound(counting, eventLoop: channel.eventLoop)
                }
            }
        return try await ClosedLoop(order).figures {
            try await withCheckedThrowingContinuation { continuation in
                bound.eventLoop.execute { bound.value.ask(continuation) }
            }
        }
    }
}

/// Writes as many bytes as the client requests with a number of 8 bytes.
private final class Pouring: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let page = ByteBuffer(repeating: 7, count: Work.pageBytes)
    private var asked = ByteBuffer()
    private var left = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        asked.writeImmutableBuffer(unwrapInboundIn(data))
        while let bytes = asked.readInteger(as: UInt64.self) { left += Int(bytes) }
        asked.discardReadBytes()
        pour(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        pour(context)
    }

    private func pour(_ context: ChannelHandlerContext) {
        while left > 0, context.channel.isWritable {
            let count = min(left, Work.pageBytes)
            left -= count
            let page = Self.page.getSlice(at: 0, length: count) ?? Self.page
            context.writeAndFlush(NIOAny(page), promise: nil)
        }
    }
}

/// Requests a stream, and counts the bytes that arrive.
private final class Counting: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var context: ChannelHandlerContext?
    private var left = 0
    private var waiting: CheckedContinuation<Void, any Error>?

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func ask(_ continuation: CheckedContinuation<Void, any Error>) {
        guard let context, waiting == nil else {
            return continuation.resume(throwing: ChannelError.eof)
        }
        waiting = continuation
        left = Work.streamBytes
        context.writeAndFlush(
            NIOAny(ByteBuffer(integer: UInt64(Work.streamBytes))),
            promise: nil
        )
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        left -= unwrapInboundIn(data).readableBytes
        guard left == 0 else { return }
        waiting?.resume()
        waiting = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        waiting?.resume(throwing: ChannelError.eof)
        waiting = nil
    }
}
