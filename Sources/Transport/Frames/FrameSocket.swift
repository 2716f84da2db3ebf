import NIOCore
import Wire

/// A connection's channel, as both sides use it: batches outbound frames into one flush, decodes
/// inbound frames, and runs one timer and the keep-alive.
final class FrameSocket {
    /// `nil` before the channel is active and after the connection is lost.
    fileprivate(set) var context: ChannelHandlerContext?
    fileprivate var decoder = FrameDecoder(limit: Limits.openingFrameBytesMax)
    fileprivate var keepAlive: KeepAlive
    /// First the handshake's timeout, then the next keep-alive check.
    fileprivate var timer: Scheduled<Void>?
    private let writer = FrameWriter()
    /// Whether inbound bytes are being processed: everything is sent afterwards.
    fileprivate var isReading = false
    /// Whether a sender with more to send was resumed while inbound bytes were processed.
    private var isMoreExpected = false

    init(_ timing: TransportTiming) {
        keepAlive = KeepAlive(timing, now: .now())
    }

    /// Sizes reads by what arrived recently, up to a stream's window, so that most of its items lie
    /// whole in one read.
    static var readAllocator: AdaptiveRecvByteBufferAllocator {
        AdaptiveRecvByteBufferAllocator(
            minimum: 1_024,
            initial: 4_096,
            maximum: Limits.streamCreditBytes
        )
    }

    /// Sends a frame together with the others of this event loop tick.
    func write(_ frame: Frame) {
        guard let context else { return }
        writer.write(frame, to: context)
        if !isReading { scheduleFlush() }
    }

    private func scheduleFlush() {
        guard let context, writer.needsFlush() else { return }
        let socket = LoopBound(self, on: context.eventLoop)
        context.eventLoop.execute { socket.run { $0.flush() } }
    }

    /// Sends everything now.
    func flush() {
        if let context { writer.flush(context) }
    }

    /// A resumed sender will send more in this tick: defers the flush so that all of it goes out
    /// together.
    func expectMore() {
        if isReading { isMoreExpected = true }
    }

    /// Ends the processing of inbound bytes and flushes.
    func readAll() {
        isReading = false
        guard isMoreExpected else { return flush() }
        isMoreExpected = false
        scheduleFlush()
    }

    /// Detaches the channel and stops the timer. Returns the context once, to the caller that
    /// closes it.
    func lose() -> ChannelHandlerContext? {
        timer?.cancel()
        defer { context = nil }
        return context
    }
}

/// What both sides of a connection do on their channel's event loop.
protocol FramedConnection: AnyObject, SendableMetatype {
    var socket: FrameSocket { get }
    /// Processes one frame.
    func receive(_ frame: Frame)
    /// Handles a protocol violation by the other side.
    func violated(_ violation: ProtocolViolation)
    /// Closes at once.
    func close()
}

extension FramedConnection {
    /// Starts the handshake timeout on an active channel; calls `late` unless both sides
    /// authenticate in time.
    func activate(
        _ context: ChannelHandlerContext,
        handshakeWithin limit: Duration,
        late: @escaping @Sendable (Self) -> Void
    ) {
        socket.context = context
        socket.timer = schedule(after: TimeAmount(limit), late)
    }

    /// Both sides are authenticated: accepts longer frames and starts the keep-alive.
    func authenticated(frameBytesMax: UInt32) {
        socket.decoder.limit = Int(frameBytesMax)
        socket.timer?.cancel()
        listen()
    }

    /// Decodes the bytes and processes them frame by frame.
    func read(_ bytes: ByteBuffer) {
        socket.isReading = true
        socket.keepAlive.heard(at: .now())
        socket.decoder.append(bytes)
        do throws(FrameError) {
            while socket.context != nil, let frame = try socket.decoder.next() { receive(frame) }
        } catch {
            violated(.frame(error))
        }
    }

    func schedule(
        after time: TimeAmount,
        _ body: @escaping @Sendable (Self) -> Void
    ) -> Scheduled<Void>? {
        guard let context = socket.context else { return nil }
        let connection = LoopBound(self, on: context.eventLoop)
        return context.eventLoop.scheduleTask(in: time) { connection.run(body) }
    }

    private func listen() {
        switch socket.keepAlive.action(at: .now()) {
        case .close:
            close()
        case .ping(let moment):
            socket.write(Frame(.ping))
            listen(at: moment)
        case .listen(let moment):
            listen(at: moment)
        }
    }

    private func listen(at moment: NIODeadline) {
        socket.timer = schedule(after: moment - .now()) { $0.listen() }
    }
}
