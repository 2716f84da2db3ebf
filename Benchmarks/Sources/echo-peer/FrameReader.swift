import NIOCore

/// Splits received bytes into frames: 4 bytes of length, then that many bytes.
struct FrameReader: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    mutating func decode(
        context: ChannelHandlerContext,
        buffer: inout ByteBuffer
    ) throws -> DecodingState {
        guard let frame = buffer.readLengthPrefixedSlice(as: UInt32.self) else {
            return .needMoreData
        }
        context.fireChannelRead(NIOAny(frame))
        return .continue
    }
}

/// Writes frames, with one flush for all frames of an event loop tick.
///
/// Used only on the channel's event loop.
final class FrameSender {
    private var isFlushScheduled = false

    func send(id: UInt32, _ body: ByteBuffer, to context: ChannelHandlerContext) {
        var head = ByteBuffer()
        head.writeMultipleIntegers(UInt32(4 + body.readableBytes), id)
        if body.readableBytes < 8_192 {
            head.writeImmutableBuffer(body)
            context.write(NIOAny(head), promise: nil)
        } else {
            context.write(NIOAny(head), promise: nil)
            context.write(NIOAny(body), promise: nil)
        }
        guard !isFlushScheduled else { return }
        isFlushScheduled = true
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.execute {
            let (sender, context) = bound.value
            sender.isFlushScheduled = false
            context.flush()
        }
    }
}
