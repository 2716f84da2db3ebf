import NIOCore

/// The client side: sends frames, and passes each reply to the task that waits for it.
final class Asking: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let sender = FrameSender()
    private var context: ChannelHandlerContext?
    private var lastID: UInt32 = 0
    private var waiting: [UInt32: CheckedContinuation<ByteBuffer, any Error>] = [:]

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var frame = unwrapInboundIn(data)
        guard let id = frame.readInteger(as: UInt32.self) else {
            return context.close(promise: nil)
        }
        waiting.removeValue(forKey: id)?.resume(returning: frame)
    }

    func channelInactive(context: ChannelHandlerContext) {
        for continuation in waiting.values { continuation.resume(throwing: ChannelError.eof) }
        waiting = [:]
    }

    func ask(_ body: ByteBuffer, _ continuation: CheckedContinuation<ByteBuffer, any Error>) {
        guard let context else { return continuation.resume(throwing: ChannelError.eof) }
        lastID += 1
        waiting[lastID] = continuation
        sender.send(id: lastID, body, to: context)
    }
}

/// The client side, for use from any task.
struct Asker: Sendable {
    let bound: NIOLoopBound<Asking>

    func ask(_ body: ByteBuffer) async throws -> ByteBuffer {
        let loop = bound.eventLoop
        return try await withCheckedThrowingContinuation { continuation in
            if loop.inEventLoop {
                bound.value.ask(body, continuation)
            } else {
                loop.execute { bound.value.ask(body, continuation) }
            }
        }
    }
}
