import NIOCore
import NIOPosix
import Synchronization

/// A client that sends raw bytes, and may leave the response unread.
final class RawClient: Sendable {
    private let channel: any Channel
    private let inbox: Inbox

    /// Connects to a port of this machine, by the name that test servers listen on. Reads what it
    /// is sent if `reads`.
    init(port: Int, reads: Bool = true) async throws {
        let inbox = Inbox()
        self.inbox = inbox
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: reads)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Reader(inbox: inbox))
                }
            }
            .connect(host: "localhost", port: port).get()
    }

    func send(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text)).get()
    }

    func close() async {
        try? await channel.close().get()
    }

    /// Everything received.
    var text: String { inbox.state.withLock { $0.text } }
    /// Whether the gateway has closed its side.
    var isEnded: Bool { inbox.state.withLock { $0.isEnded } }

    fileprivate final class Inbox: Sendable {
        let state = Mutex((text: "", isEnded: false))
    }

    private final class Reader: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        let inbox: Inbox

        init(inbox: Inbox) {
            self.inbox = inbox
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let text = String(buffer: unwrapInboundIn(data))
            inbox.state.withLock { $0.text += text }
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            guard event as? ChannelEvent == .inputClosed else { return }
            inbox.state.withLock { $0.isEnded = true }
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            inbox.state.withLock { $0.isEnded = true }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
