import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import Wire

/// A connection as the server sets it up: the turnstile, bytes, HTTP/1.1, the doorkeeper, the
/// routes.
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
            // Requests are answered one after the other, errors are the doorkeeper's, and no wrong
            // header can be made of the types that the routes use.
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false,
                withErrorHandling: false,
                withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(),
                withDecoderLimitConfiguration: decoderLimits
            )
            try pipeline.addHandler(HTTPConnectionHandler(limits: limits, answer: refusal))
            let value = try Value(
                wrappingChannelSynchronously: channel,
                configuration: .init(isOutboundHalfClosureEnabled: true)
            )
            // A server that stops drops what it has accepted and not yet taken. The value must not
            // go before its channel is closed: the process would end with it.
            channel.closeFuture.whenComplete { _ in withExtendedLifetime(value) {} }
            return value
        }
    }

    func handle(value: Value, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
    }

    /// How much of responses may wait in the process, and as much again in the system, before more
    /// of a picture is asked for.
    private static let waitingBytesMax = 131_072

    private static var waiting: ChannelOptions.Types.WriteBufferWaterMark {
        .init(low: waitingBytesMax / 4, high: waitingBytesMax)
    }

    /// Where reading stops. Wider than the limits, such that the doorkeeper can tell a long address
    /// from long headers.
    private var decoderLimits: NIOHTTPDecoderLimitConfiguration {
        var decoder = NIOHTTPDecoderLimitConfiguration()
        decoder.maxHeaderFieldSize = 2 * limits.headerBytesMax
        decoder.maxHeaderListSize = 2 * limits.headerBytesMax
        decoder.maxHeaderFieldCount = 2 * limits.headersMax
        return decoder
    }
}
