import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Sets up a connection's pipeline: `ConnectionLimitHandler`, the HTTP/1.1 codec,
/// `HTTPConnectionHandler`, the routes.
struct HTTPServerChannel: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let responder: Responder
    let limits: HTTPLimits
    let connections: OpenConnections
    let refusal: HTTPConnectionHandler.RefusalResponse

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.syncOptions?.setOption(.writeBufferWaterMark, value: Self.waiting)
            try channel.holdUnsent(atMost: Self.waitingBytesMax)
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(ConnectionLimitHandler(connections))
            // Requests are answered one after the other, `HTTPConnectionHandler` handles errors,
            // and the types that the routes use cannot express an invalid header.
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false,
                withErrorHandling: false,
                withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(),
                withDecoderLimitConfiguration: decoderLimits
            )
            try pipeline.addHandler(
                HTTPConnectionHandler(limits: limits, connections: connections, answer: refusal)
            )
            let value = try Value(
                wrappingChannelSynchronously: channel,
                configuration: .init(isOutboundHalfClosureEnabled: true)
            )
            // A stopping server drops connections that it has accepted and not yet handled. The
            // value must live until its channel is closed: released earlier, it would crash the
            // process.
            channel.closeFuture.whenComplete { _ in withExtendedLifetime(value) {} }
            return value
        }
    }

    func handle(value: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
    }

    /// The maximum number of response bytes that wait in the process, and as many again in the
    /// kernel, before more of a picture is requested.
    private static let waitingBytesMax = 131_072

    private static var waiting: ChannelOptions.Types.WriteBufferWaterMark {
        .init(low: waitingBytesMax / 4, high: waitingBytesMax)
    }

    /// The decoder's limits. Wider than `limits`, so that `HTTPConnectionHandler` can tell a long
    /// URL from long headers.
    private var decoderLimits: NIOHTTPDecoderLimitConfiguration {
        var decoder = NIOHTTPDecoderLimitConfiguration()
        decoder.maxHeaderFieldSize = 2 * limits.headerBytesMax
        decoder.maxHeaderListSize = 2 * limits.headerBytesMax
        decoder.maxHeaderFieldCount = 2 * limits.headersMax
        return decoder
    }
}
