import HummingbirdCore
import Logging
import NIOCore

/// Hummingbird's connection setup, with one difference: a stopping server drops accepted
/// connections that it has not handled yet, and the value must outlive its channel, or the process
/// would crash.
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
