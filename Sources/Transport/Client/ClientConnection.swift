import NIOCore
import NIOSSL
import Synchronization
import Wire

/// A client's connection: does the handshake, sends calls, and hands replies to their callers.
///
/// A thin shell around `ClientHandshake` and `ClientCalls`, which make the decisions. Runs entirely
/// on the channel's event loop.
final class ClientConnection: ChannelInboundHandler, FramedConnection {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What the connection reports to its owner.
    struct Owner: Sendable {
        /// Whether the handshake succeeded.
        let opened: Promise<Result<ConnectionLimits, HandshakeRefusal>>
        /// No new call can begin here: the server is draining, or the connection is lost.
        let retired: OneShot<Void>
        /// A call has ended on a connection that was full.
        let roomMade: @Sendable () -> Void
    }

    let load: ConnectionLoad
    let socket: FrameSocket
    private let owner: Owner
    private let wanted: String
    private let security: NIOSSLHandler?
    private let timing: TransportTiming
    private let violations: ProtocolViolationLog
    private var handshake: ClientHandshake
    private var isOpen = false
    private var limits = ConnectionLimits.standard
    private let unread: UnreadBudget
    private var side: ClientCalls<PendingCall>
    private var readers = Readers()
    private var deadlineTimer: (at: NIODeadline, scheduled: Scheduled<Void>)?

    init(
        _ handshake: consuming ClientHandshake,
        security: NIOSSLHandler?,
        owner: Owner,
        load: ConnectionLoad,
        unread: UnreadBudget,
        timing: TransportTiming,
        violations: ProtocolViolationLog
    ) {
        wanted = handshake.wanted
        self.handshake = handshake
        self.security = security
        self.owner = owner
        self.load = load
        self.unread = unread
        side = ClientCalls(limits: limits, unread: unread)
        self.timing = timing
        self.violations = violations
        socket = FrameSocket(timing)
    }

    // Channel lifecycle.

    func channelActive(context: ChannelHandlerContext) {
        activate(context, handshakeWithin: timing.handshake) { $0.refuse(.slow) }
        socket.write(handshake.hello)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        lose(handshake.whenClosed)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        lose(HandshakeRefusal(error) ?? handshake.whenClosed)
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        read(unwrapInboundIn(data))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        guard socket.context != nil else { return }
        socket.readAll()
        context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        side.flow.isWritable = context.channel.isWritable
        pump()
        context.fireChannelWritabilityChanged()
    }

    // Inbound frames.

    func receive(_ frame: Frame) {
        guard isOpen else { return open(frame) }
        do throws(ProtocolViolation) {
            act(on: try side.receive(frame))
        } catch {
            violated(error)
        }
    }

    private func open(_ frame: Frame) {
        do throws(HandshakeRefusal) {
            guard security?.isPeer(wanted) ?? true else { throw .wrongCertificate }
            switch try handshake.receive(frame) {
            case .send(let frame): socket.write(frame)
            case .opened(let limits): opened(limits)
            }
        } catch {
            refuse(error)
        }
    }

    private func opened(_ limits: ConnectionLimits) {
        self.limits = limits
        isOpen = true
        side = ClientCalls(limits: limits, unread: unread)
        authenticated(frameBytesMax: limits.frameBytes)
        owner.opened.finish(.success(limits))
    }

    private func act(on received: ClientCalls<PendingCall>.Received) {
        switch received {
        case .nothing: break
        case .answered(let id, let ask, let answer, let isStream):
            answered(id, ask, answer, isStream: isStream)
            // With no open stream, there is nothing to send.
            if side.flow.count == 0 { return }
        case .item(let ask):
            feed(ask.id.load(ordering: .relaxed))
        case .credited: break
        case .pinged(let id):
            // A server that does not read gets no pong: otherwise it could make this side buffer
            // them.
            if side.flow.isWritable { socket.write(Frame(.pong, id: id)) }
        case .draining:
            retire()
        }
        pump()
    }

    private func answered(
        _ id: UInt32,
        _ ask: PendingCall?,
        _ answer: ClientCalls<PendingCall>.Response,
        isStream: Bool
    ) {
        releaseCall()
        guard let ask else {
            // Its stream was closed when the call was given up.
            if isStream { releaseStream() }
            return closeWhenRetired()
        }
        let outcome: CallOutcome
        switch answer {
        case .reply(let body): outcome = .reply(body)
        case .fault(let body, let isBegun):
            let fault = (try? WireDecoder().decode(Fault.self, from: body)) ?? WireError.bug.fault
            // A draining server did not accept it: retry elsewhere as if it had never been sent.
            let isMoved =
                !isBegun && side.isDraining && fault.code == WireError.unavailable.rawValue
            outcome = isMoved ? .notSent : .fault(fault, isBegun: isBegun)
        }
        ask.finish(outcome)
        if isStream { endStream(id, outcome) }
        closeWhenRetired()
    }

    /// The service sends no more items; those that have arrived can still be read.
    private func endStream(_ id: UInt32, _ outcome: CallOutcome) {
        side.flow.end(id)
        for sender in side.flow.stopSending(on: id) { sender.finish(outcome.sendFault) }
        feed(id)
    }

    // Calls.

    /// Sends a call. `frame` is complete but for its id.
    func ask(_ frame: Frame, _ ask: PendingCall) {
        guard socket.context != nil, ask.valueIfDone == nil,
            let id = side.open(ask, isStream: ask.isStream, deadline: ask.deadline)
        else { return turnAway(ask, .notSent) }
        ask.id.store(id, ordering: .relaxed)
        var frame = frame
        frame.id = id
        socket.write(frame)
        watch(ask.deadline)
        ask.begun?.finish(true)
        if side.isDraining { retire() }
    }

    /// Fails a call of which nothing was sent.
    private func turnAway(_ ask: PendingCall, _ outcome: CallOutcome) {
        releaseCall()
        if ask.isStream { releaseStream() }
        ask.finish(outcome)
        ask.begun?.finish(!outcome.isUnsent)
    }

    /// Cancels a call: the caller no longer waits for the reply.
    func cancel(_ ask: PendingCall, _ outcome: CallOutcome = .cancelled) {
        ask.finish(outcome)
        let id = ask.id.load(ordering: .relaxed)
        guard id != 0 else { return }
        if side.cancel(id) != nil { socket.write(Frame(.cancel, id: id)) }
        guard ask.isStream else { return }
        closeStream(id, outcome)
    }

    private func closeStream(_ id: UInt32, _ outcome: CallOutcome) {
        let isAnswered = side.flow.isOpen(id) && side.flow.isEnded(id)
        for sender in side.flow.close(id) { sender.finish(outcome.sendFault) }
        if isAnswered { releaseStream() }
        readers.end(id, .end)
        pump()
    }

    // Streams, called by `RemoteStream`.

    func next(_ ask: PendingCall, _ reader: OneShot<StreamStep>) {
        let id = ask.id.load(ordering: .relaxed)
        guard side.flow.isOpen(id) else {
            reader.finish(.end)
            return
        }
        readers.add(reader, on: id)
        feed(id)
        pump()
    }

    /// Returns the stream's next item if one has arrived and no other reader waits for it.
    func takeNow(_ ask: PendingCall) -> ByteBuffer? {
        let id = ask.id.load(ordering: .relaxed)
        guard !readers.isAwaited(id), let item = side.flow.take(id) else { return nil }
        pump()
        closeIfRead(id)
        return item
    }

    /// Sends an item at once; returns `false` if it has to wait.
    func sendNow(_ item: ByteBuffer, _ ask: PendingCall) -> Bool {
        let id = ask.id.load(ordering: .relaxed)
        guard let frame = side.flow.sendNow(item, on: id) else { return false }
        socket.write(frame)
        return true
    }

    /// Sends an item, or the end of the stream if `nil`.
    func send(_ item: ByteBuffer?, _ ask: PendingCall, _ sender: OneShot<Fault?>) {
        guard side.flow.enqueue(item, on: ask.id.load(ordering: .relaxed), sender) else {
            sender.finish(ask.valueIfDone?.sendFault)
            return
        }
        pump()
    }

    /// Cancels a stream that is no longer referenced.
    func forget(_ ask: PendingCall) {
        cancel(ask)
    }

    /// Delivers what has arrived. Frees the stream's slot first, so that a reader that sees the end
    /// finds it free.
    private func feed(_ id: UInt32) {
        closeIfRead(id)
        readers.feed(id, from: &side.flow)
        closeIfRead(id)
    }

    /// A stream occupies its slot until its call is answered and its last item is read.
    private func closeIfRead(_ id: UInt32) {
        if side.flow.isRead(id) { closeStream(id, .cancelled) }
    }

    private func pump() {
        while let outgoing = side.flow.nextToSend() {
            socket.write(outgoing.frame)
            if outgoing.ticket.finish(nil) { socket.expectMore() }
        }
        while let credit = side.flow.nextCredit() { socket.write(credit) }
    }

    // Ends.

    /// Begins no new call; closes when all open calls are answered.
    func drain() {
        side.drain()
        retire()
    }

    private func retire() {
        load.isClosed.store(true, ordering: .releasing)
        owner.retired.finish(())
        closeWhenRetired()
    }

    /// Closes the connection once it is retired and has no open call. Streams with unread items no
    /// longer need it: those items have arrived.
    private func closeWhenRetired() {
        guard side.isDraining, side.count == 0, let context = socket.context else { return }
        socket.flush()
        context.close(promise: nil)
    }

    func violated(_ violation: ProtocolViolation) {
        guard isOpen else { return refuse(.malformed) }
        violations.note(violation, by: wanted)
        close()
    }

    private func refuse(_ refusal: HandshakeRefusal) {
        lose(refusal)?.close(promise: nil)
    }

    /// Closes at once; waiting callers learn that the connection is lost.
    func close() {
        lose(.closed)?.close(promise: nil)
    }

    @discardableResult
    private func lose(_ refusal: HandshakeRefusal) -> ChannelHandlerContext? {
        guard let context = socket.lose() else { return nil }
        deadlineTimer?.scheduled.cancel()
        load.isClosed.store(true, ordering: .releasing)
        for ask in side.lose() {
            ask.finish(.lost)
            if ask.isStream { endStream(ask.id.load(ordering: .relaxed), .lost) }
        }
        owner.opened.finish(.failure(refusal))
        owner.retired.finish(())
        return context
    }

    private func releaseCall() {
        let old = load.calls.subtract(1, ordering: .relaxed).oldValue
        if old >= Int(limits.calls) { owner.roomMade() }
    }

    private func releaseStream() {
        let old = load.streams.subtract(1, ordering: .relaxed).oldValue
        if old >= limits.streamsCovered { owner.roomMade() }
    }

    // Deadlines.

    /// Keeps one timer, for the earliest deadline; later ones are checked when it fires.
    private func watch(_ deadline: NIODeadline) {
        guard deadline != .distantFuture, let context = socket.context else { return }
        if let deadlineTimer, deadlineTimer.at <= deadline { return }
        deadlineTimer?.scheduled.cancel()
        let connection = LoopBound(self, on: context.eventLoop)
        let scheduled = context.eventLoop.scheduleTask(deadline: deadline) {
            connection.run { $0.expire() }
        }
        deadlineTimer = (deadline, scheduled)
    }

    private func expire() {
        deadlineTimer = nil
        for ask in side.expired(at: .now()) { cancel(ask, .expired) }
        if let next = side.nextDeadline { watch(next) }
    }
}
