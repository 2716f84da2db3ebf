import NIOCore

/// Cuts what arrives into frames: 4 bytes of length, then so many bytes.
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

/// Writes frames, and sends all of one turn of the event loop with one flush.
///
/// Everything happens on the channel's event loop.
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
