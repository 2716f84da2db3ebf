import Logging
import NIOCore
import Synchronization
import Wire

/// How a call ended, as whoever decides about repeating it must know.
enum Outcome: Sendable {
    case reply(ByteBuffer)
    case fault(Fault, isBegun: Bool)
    /// Certainly nothing was sent.
    case notSent
    /// The connection was lost after the call was sent.
    case lost
    /// The deadline passed.
    case expired
    /// Whoever asked gave it up.
    case cancelled
}

/// One call as the task that asks it and the connection share it.
final class Ask: Sendable {
    let outcome = Wait<Outcome>()
    /// The call's id; 0 until it is sent.
    let id = Atomic<UInt32>(0)
    let deadline: NIODeadline
    let isStream: Bool
    /// Whether the call's id was given, or never will be.
    let begun = Wait<Bool>()

    init(deadline: NIODeadline, isStream: Bool) {
        self.deadline = deadline
        self.isStream = isStream
    }
}

/// How busy a connection is. Read by any thread, to choose among connections.
final class Load: Sendable {
    let calls = Atomic<Int>(0)
    let streams = Atomic<Int>(0)
    let isClosed = Atomic<Bool>(false)
}

/// A client's connection: opens it, sends calls, and hands the answers to whoever waits.
///
/// A thin shell: `ClientOpening`, `AskingSide` and `Silence` decide, this class reads, writes and
/// keeps the timers. Everything happens on the channel's event loop.
final class AskingConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What the connection tells its owner.
    struct Owner: Sendable {
        /// The opening succeeded, or not.
        let opened: Latch<Result<ConnectionLimits, OpeningRefusal>>
        /// No further call can be begun here: the server stops, or the connection is lost.
        let retired: Wait<Void>
        /// A call has ended, where there was no room for another.
        let roomMade: @Sendable () -> Void
    }

    let load: Load
    private let owner: Owner
    private let timing: TransportTiming
    private let logger: Logger
    private var decoder = FrameDecoder(limit: Limits.openingFrameBytesMax)
    private var opening: ClientOpening
    private var isOpen = false
    private var limits = ConnectionLimits.standard
    private var side = AskingSide<Ask>(limits: .standard)
    private var readers: [UInt32: [Wait<StreamStep>]] = [:]
    private let writer = FrameWriter()
    private var silence: Silence
    private var context: ChannelHandlerContext?
    private var timer: Scheduled<Void>?
    private var deadlineTimer: (at: NIODeadline, scheduled: Scheduled<Void>)?

    init(
        _ opening: consuming ClientOpening,
        owner: Owner,
        load: Load,
        timing: TransportTiming,
        logger: Logger
    ) {
        self.opening = opening
        self.owner = owner
        self.load = load
        self.timing = timing
        self.logger = logger
        silence = Silence(timing, now: .now())
    }

    // Life of the channel.

    func channelActive(context: ChannelHandlerContext) {
        self.context = context
        timer = schedule(after: TimeAmount(timing.opening)) { $0.refuse(.slow) }
        write(opening.hello)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        lose(.closed)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        lose(.closed)
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        silence.heard(at: .now())
        decoder.append(unwrapInboundIn(data))
        do throws(FrameError) {
            while self.context != nil, let frame = try decoder.next() { receive(frame) }
        } catch {
            breached(.frame(error))
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        guard self.context != nil else { return }
        writer.flush(context)
        context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        side.flow.isWritable = context.channel.isWritable
        pump()
        context.fireChannelWritabilityChanged()
    }

    // Frames that arrive.

    private func receive(_ frame: Frame) {
        guard isOpen else { return open(frame) }
        do throws(Breach) {
            act(on: try side.receive(frame))
        } catch {
            breached(error)
        }
    }

    private func open(_ frame: Frame) {
        do throws(OpeningRefusal) {
            switch try opening.receive(frame) {
            case .send(let frame): write(frame)
            case .opened(let limits): opened(limits)
            }
        } catch {
            refuse(error)
        }
    }

    private func opened(_ limits: ConnectionLimits) {
        self.limits = limits
        isOpen = true
        side = AskingSide(limits: limits)
        decoder.limit = Int(limits.frameBytes)
        timer?.cancel()
        listen()
        owner.opened.finish(.success(limits))
    }

    private func act(on received: AskingSide<Ask>.Received) {
        switch received {
        case .nothing: break
        case .answered(let id, let ask, let answer, let isStream):
            answered(id, ask, answer, isStream: isStream)
        case .item(let ask):
            feed(ask.id.load(ordering: .relaxed))
        case .credited: break
        case .pinged(let id):
            // A server that does not read gets no pong, or it could make this side keep them.
            if side.flow.isWritable { write(Frame(.pong, id: id)) }
        case .draining:
            retire()
        }
        pump()
    }

    private func answered(
        _ id: UInt32,
        _ ask: Ask?,
        _ answer: AskingSide<Ask>.Answer,
        isStream: Bool
    ) {
        release(isStream: isStream)
        guard let ask else { return closeWhenRetired() }
        let outcome: Outcome
        switch answer {
        case .reply(let body): outcome = .reply(body)
        case .fault(let body, let isBegun):
            let fault = try? WireDecoder().decode(Fault.self, from: body)
            outcome = .fault(fault ?? WireError.bug.fault, isBegun: isBegun)
        }
        ask.outcome.finish(outcome)
        if isStream { endStream(id, outcome) }
        closeWhenRetired()
    }

    /// The service sends no further item: what has arrived can still be read.
    private func endStream(_ id: UInt32, _ outcome: Outcome) {
        side.flow.end(id)
        for sender in side.flow.stopSending(on: id) { sender.finish(outcome.sendFault) }
        feed(id)
    }

    // Calls.

    /// Sends a call. `frame` has everything but its id.
    func ask(_ frame: Frame, _ ask: Ask) {
        guard context != nil, ask.outcome.valueIfDone == nil,
            let id = side.open(ask, isStream: ask.isStream, deadline: ask.deadline)
        else {
            release(isStream: ask.isStream)
            ask.outcome.finish(.notSent)
            ask.begun.finish(false)
            return
        }
        ask.id.store(id, ordering: .relaxed)
        var frame = frame
        frame.id = id
        write(frame)
        watch(ask.deadline)
        ask.begun.finish(true)
        if side.isDraining { retire() }
    }

    /// Tells the server that nobody waits for the answer.
    func cancel(_ ask: Ask, _ outcome: Outcome = .cancelled) {
        ask.outcome.finish(outcome)
        let id = ask.id.load(ordering: .relaxed)
        guard id != 0 else { return }
        if side.cancel(id) != nil { write(Frame(.cancel, id: id)) }
        guard ask.isStream else { return }
        closeStream(id, outcome)
    }

    private func closeStream(_ id: UInt32, _ outcome: Outcome) {
        for sender in side.flow.close(id) { sender.finish(outcome.sendFault) }
        for reader in readers.removeValue(forKey: id) ?? [] { reader.finish(.end) }
        pump()
    }

    // Streams, as `RemoteStream` asks.

    func next(_ ask: Ask, _ reader: Wait<StreamStep>) {
        let id = ask.id.load(ordering: .relaxed)
        guard side.flow.isOpen(id) else {
            reader.finish(.end)
            return
        }
        readers[id, default: []].append(reader)
        feed(id)
        pump()
    }

    /// Sends an item, or with `nil` the end.
    func send(_ item: ByteBuffer?, _ ask: Ask, _ sender: Wait<Fault?>) {
        guard side.flow.enqueue(item, on: ask.id.load(ordering: .relaxed), sender) else {
            sender.finish(ask.outcome.valueIfDone?.sendFault)
            return
        }
        pump()
    }

    /// Nobody holds the stream any more.
    func forget(_ ask: Ask) {
        cancel(ask)
    }

    private func feed(_ id: UInt32) {
        while let reader = readers[id]?.first, side.flow.hasItem(id) || side.flow.isEnded(id) {
            readers[id]?.removeFirst()
            reader.finish { side.flow.take(id).map(StreamStep.item) ?? .end }
        }
        if readers[id]?.isEmpty == true { readers[id] = nil }
    }

    private func pump() {
        while let outgoing = side.flow.nextToSend() {
            write(outgoing.frame)
            outgoing.ticket.finish(nil)
        }
        while let credit = side.flow.nextCredit() { write(credit) }
    }

    // Ends.

    /// Begins no further call; closes when what was asked is answered.
    func drain() {
        side.drain()
        retire()
    }

    private func retire() {
        load.isClosed.store(true, ordering: .releasing)
        owner.retired.finish(())
        closeWhenRetired()
    }

    /// Closes a connection on which nothing more will happen. Streams whose last items are still to
    /// be read need it no longer: those have arrived.
    private func closeWhenRetired() {
        guard side.isDraining, side.count == 0, let context else { return }
        writer.flush(context)
        context.close(promise: nil)
    }

    private func breached(_ breach: Breach) {
        guard isOpen else { return refuse(.malformed) }
        logger.warning(
            "A connection broke the protocol and is closed.",
            metadata: ["breach": "\(breach)"]
        )
        close()
    }

    private func refuse(_ refusal: OpeningRefusal) {
        let context = context
        lose(refusal)
        context?.close(promise: nil)
    }

    /// Closes at once; whoever waits is told that the connection is lost.
    func close() {
        let context = context
        lose(.closed)
        context?.close(promise: nil)
    }

    private func lose(_ refusal: OpeningRefusal) {
        guard context != nil else { return }
        context = nil
        timer?.cancel()
        deadlineTimer?.scheduled.cancel()
        load.isClosed.store(true, ordering: .releasing)
        for ask in side.lose() {
            ask.outcome.finish(.lost)
            if ask.isStream { endStream(ask.id.load(ordering: .relaxed), .lost) }
        }
        owner.opened.finish(.failure(refusal))
        owner.retired.finish(())
    }

    private func release(isStream: Bool) {
        let wasFull = load.calls.subtract(1, ordering: .relaxed).oldValue >= Int(limits.calls)
        var wereStreamsFull = false
        if isStream {
            let old = load.streams.subtract(1, ordering: .relaxed).oldValue
            wereStreamsFull = old >= Int(limits.streams)
        }
        if wasFull || wereStreamsFull { owner.roomMade() }
    }

    // Writing and timers.

    private func write(_ frame: Frame) {
        guard let context else { return }
        writer.write(frame, to: context)
        guard writer.needsFlush() else { return }
        let connection = LoopBound(self, on: context.eventLoop)
        context.eventLoop.execute {
            connection.run { connection in
                if let context = connection.context { connection.writer.flush(context) }
            }
        }
    }

    /// Keeps one timer for the deadline that passes first; later ones are looked at when it fires.
    private func watch(_ deadline: NIODeadline) {
        guard deadline != .distantFuture, let context else { return }
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

    private func listen() {
        switch silence.verdict(at: .now()) {
        case .close:
            close()
        case .ping(let moment):
            write(Frame(.ping))
            timer = schedule(after: moment - .now()) { $0.listen() }
        case .listen(let moment):
            timer = schedule(after: moment - .now()) { $0.listen() }
        }
    }

    private func schedule(
        after time: TimeAmount,
        _ body: @escaping @Sendable (AskingConnection) -> Void
    ) -> Scheduled<Void>? {
        guard let context else { return nil }
        let connection = LoopBound(self, on: context.eventLoop)
        return context.eventLoop.scheduleTask(in: time) { connection.run(body) }
    }
}

extension Outcome {
    /// What a sender is told when the call has ended; `nil` when its items are simply of no use.
    var sendFault: Fault? {
        switch self {
        case .reply: nil
        default: fault
        }
    }

    /// The fault that whoever asked is told.
    var fault: Fault {
        switch self {
        case .reply: WireError.bug.fault
        case .fault(let fault, _): fault
        case .notSent, .lost: WireError.unavailable.fault
        case .expired: WireError.expired.fault
        case .cancelled: WireError.cancelled.fault
        }
    }
}
