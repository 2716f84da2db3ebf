import NIOCore
import Wire

/// Collects the frames of one event loop tick, so that one flush sends them all.
///
/// A class, because a flush can make the channel writable again, and the handler then writes more
/// while the flush is still running.
final class FrameWriter {
    private var collected = ByteBuffer()
    /// The size of the last batch; the next one reserves as much from the start.
    private var collectedLately = 0
    private(set) var isFlushScheduled = false

    /// Bodies of at least this length are passed on as they are instead of being copied.
    private static let copiedBytesMax = 8_192
    /// The batch size at which it is passed to the channel.
    private static let collectedBytesMax = 65_536

    func write(_ frame: Frame, to context: ChannelHandlerContext) {
        if collected.capacity == 0 { collected.reserveCapacity(max(1_024, collectedLately)) }
        guard frame.body.readableBytes >= Self.copiedBytesMax else {
            frame.write(into: &collected)
            if collected.readableBytes >= Self.collectedBytesMax { pass(to: context) }
            return
        }
        frame.writeHead(into: &collected)
        pass(to: context)
        context.write(NIOAny(frame.body), promise: nil)
    }

    /// Sends everything now.
    func flush(_ context: ChannelHandlerContext) {
        isFlushScheduled = false
        pass(to: context)
        context.flush()
    }

    /// Returns whether the caller must schedule a flush for the end of this tick.
    func needsFlush() -> Bool {
        guard !isFlushScheduled else { return false }
        isFlushScheduled = true
        return true
    }

    private func pass(to context: ChannelHandlerContext) {
        guard collected.readableBytes > 0 else { return }
        let bytes = collected
        collected = ByteBuffer()
        collectedLately = bytes.readableBytes
        context.write(NIOAny(bytes), promise: nil)
    }
}
