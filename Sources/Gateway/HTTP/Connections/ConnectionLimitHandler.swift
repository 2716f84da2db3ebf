import NIOCore
import Values

/// The first handler of a connection: counts it, or closes it at once if its address has reached
/// its limit. Handlers after it never see a connection closed that way.
final class ConnectionLimitHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connections: OpenConnections

    init(_ connections: OpenConnections) {
        self.connections = connections
    }

    func channelActive(context: ChannelHandlerContext) {
        let address = context.channel.remoteAddress.flatMap { IPAddress($0) }
        guard connections.admit(context.channel, from: address) else {
            return context.close(promise: nil)
        }
        context.fireChannelActive()
        connections.tell(context.channel)
    }
}

@available(*, unavailable)
extension ConnectionLimitHandler: Sendable {}
