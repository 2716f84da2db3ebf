import NIOCore
import Values

/// Stands first at a connection: counts it in, or closes it at once where its address has as many
/// as it may. Nothing behind it hears of one that is closed.
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
        if connections.isDraining { OpenConnections.drain(with: context.channel) }
    }
}

@available(*, unavailable)
extension ConnectionLimitHandler: Sendable {}
