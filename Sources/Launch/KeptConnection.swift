import HummingbirdCore
import Logging
import NIOCore

/// A connection as Hummingbird's server sets it up, but for one thing: a server that stops drops
/// what it has accepted and not yet taken, and the value must not go before its channel is closed,
/// or the process would end with it.
struct KeptConnection: ServerChildChannel {
    let http: HTTP1Channel

    init(_ responder: @escaping HTTPChannelHandler.Responder) {
        http = HTTP1Channel(responder: responder)
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        http.setup(channel: channel, logger: logger).map { value in
            channel.closeFuture.whenComplete { _ in withExtendedLifetime(value) {} }
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await http.handle(value: value, logger: logger)
    }
}
