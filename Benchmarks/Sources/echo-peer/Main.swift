import NIOCore
import NIOPosix
import PeerTools

/// Bare NIO: length-prefixed frames, one connection, one task per frame, one flush for many frames.
/// No codec, no context, no deadline, no authentication.
@main
struct EchoPeer: Peer {
    static func main() async {
        await run()
    }

    static func serve(_ listening: (_ port: Int) -> Void) async throws {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        ByteToMessageHandler(FrameReader()),
                        Answering()
                    )
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
                    let asking = Asking()
                    try channel.pipeline.syncOperations.addHandlers(
                        ByteToMessageHandler(FrameReader()),
                        asking
                    )
                    return NIOLoopBound(asking, eventLoop: channel.eventLoop)
                }
            }
        let asker = Asker(bound: bound)
        var body = ByteBuffer(repeating: 7, count: 100)
        body.setInteger(UInt8(order.work == .page ? 1 : 0), at: 0)
        // The reply's bytes are those after the byte that selects the work.
        let expected = order.work == .page ? Work.pageBytes : 99
        return try await ClosedLoop(order).figures { [body] in
            guard try await asker.ask(body).readableBytes == expected else {
                throw PeerError("wrong reply")
            }
        }
    }
}
