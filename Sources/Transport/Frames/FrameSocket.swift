import NIOCore
import Wire

/// A connection's channel, as both sides use it: frames out with one flush for many of them, frames
/// in at whatever boundaries the bytes arrive, one timer, and the watch for silence.
final class FrameSocket {
    /// `nil` before the channel is active, and once the connection is lost.
    fileprivate(set) var context: ChannelHandlerContext?
    fileprivate var decoder = FrameDecoder(limit: Limits.openingFrameBytesMax)
    fileprivate var keepAlive: KeepAlive
    /// First the limit of the opening, then the next look at the silence.
    fileprivate var timer: Scheduled<Void>?
    private let writer = FrameWriter()
    /// Whether bytes are being taken in: everything is sent once they are.
    fileprivate var isReading = false
    /// Whether somebody who has more to send was let go on while bytes were taken in.
    private var isMoreExpected = false

    init(_ timing: TransportTiming) {
        keepAlive = KeepAlive(timing, now: .now())
    }

    /// How much is read at once: as much as lately arrived, and at most a stream's window, so that
    /// most of its items lie whole in what was read.
    static var readAllocator: AdaptiveRecvByteBufferAllocator {
        AdaptiveRecvByteBufferAllocator(
            minimum: 1_024,
            initial: 4_096,
            maximum: Limits.streamCreditBytes
        )
    }

    /// Sends a frame with the others of this turn of the event loop.
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

    /// Whoever waited to send goes on in this turn: what is sent now and then goes together.
    func expectMore() {
        if isReading { isMoreExpected = true }
    }

    /// What had arrived was taken in.
    func readAll() {
        isReading = false
        guard isMoreExpected else { return flush() }
        isMoreExpected = false
        scheduleFlush()
    }

    /// Takes the channel away and stops the timer. Whoever closes it gets it once.
    func lose() -> ChannelHandlerContext? {
        timer?.cancel()
        defer { context = nil }
        return context
    }
}

/// What both sides of a connection do alike on their channel's event loop.
protocol FramedConnection: AnyObject, SendableMetatype {
    var socket: FrameSocket { get }
    /// Takes in one frame.
    func receive(_ frame: Frame)
    /// The other side broke the protocol.
    func violated(_ violation: ProtocolViolation)
    /// Closes at once.
    func close()
}

extension FramedConnection {
    /// The channel is active; `late` is called unless both sides prove themselves in time.
    func activate(
        _ context: ChannelHandlerContext,
        handshakeWithin limit: Duration,
        late: @escaping @Sendable (Self) -> Void
    ) {
        socket.context = context
        socket.timer = schedule(after: TimeAmount(limit), late)
    }

    /// Both sides have proved themselves: longer frames are taken in, and silence is watched.
    func authenticated(frameBytesMax: UInt32) {
        socket.decoder.limit = Int(frameBytesMax)
        socket.timer?.cancel()
        listen()
    }

    /// Takes in what arrived, frame by frame.
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
