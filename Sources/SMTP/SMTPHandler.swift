import NIOCore

/// Bytes to send, and who waits for the reply.
struct SMTPCommand: Sendable {
    /// The lines; none if the server speaks first.
    let bytes: [UInt8]
    /// How long the reply may take.
    let limit: TimeAmount
    /// Begins TLS if the reply agrees; `nil` for every command but STARTTLS.
    var tls: SMTPTLS?
    let reply: EventLoopPromise<SMTPReply>
}

/// Sends one command after the other, and reads the reply to each.
///
/// A server that says more than it was asked is refused. Before TLS it may be someone else, whose
/// bytes would count as said over TLS.
final class SMTPHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = SMTPCommand
    typealias OutboundOut = ByteBuffer

    private var parser = SMTPReplyParser()
    private var pending: SMTPCommand?
    private var limit: Scheduled<Void>?

    /// - Parameter greeting: Waits for the reply with which the server begins.
    init(greeting: SMTPCommand) {
        pending = greeting
    }

    func handlerAdded(context: ChannelHandlerContext) {
        startLimit(context)
    }

    func write(
        context: ChannelHandlerContext,
        data: NIOAny,
        promise: EventLoopPromise<Void>?
    ) {
        let command = unwrapOutboundIn(data)
        pending = command
        startLimit(context)
        context.write(wrapOutboundOut(ByteBuffer(bytes: command.bytes)), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        parser.append(unwrapInboundIn(data))
        do throws(SMTPFailure) {
            let reply = try parser.next()
            guard reply == nil || parser.isEmpty, pending != nil else {
                throw SMTPFailure("The server said more than it was asked.")
            }
            if let reply { try take(reply, context) }
        } catch {
            fail(error, context)
        }
    }

    private func take(
        _ reply: SMTPReply,
        _ context: ChannelHandlerContext
    ) throws(SMTPFailure) {
        if let tls = pending?.tls, reply.code == 220 {
            do {
                let pipeline = context.pipeline.syncOperations
                try pipeline.addHandler(tls.handler(), position: .first)
            } catch {
                throw SMTPFailure(error)
            }
        }
        end()?.succeed(reply)
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(SMTPFailure("The connection was closed."), context)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(SMTPFailure(error), context)
    }

    private func startLimit(_ context: ChannelHandlerContext) {
        guard let pending else { return }
        limit = context.eventLoop.assumeIsolated().scheduleTask(in: pending.limit) { [self] in
            fail(SMTPFailure("A reply of the server took too long."), context)
        }
    }

    private func fail(_ failure: SMTPFailure, _ context: ChannelHandlerContext) {
        end()?.fail(failure)
        context.close(promise: nil)
    }

    /// Ends the waiting. Returns who waited.
    private func end() -> EventLoopPromise<SMTPReply>? {
        limit?.cancel()
        limit = nil
        defer { pending = nil }
        return pending?.reply
    }
}
