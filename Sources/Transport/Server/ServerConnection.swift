import Logging
import NIOCore
import NIOSSL
import RPC
import Wire

/// A server's connection: does the handshake, begins calls as they arrive, and writes their
/// replies.
///
/// A thin shell around `ServerHandshake` and `ServerCalls`, which make the decisions. Runs entirely
/// on the channel's event loop.
final class ServerConnection: ChannelDuplexHandler, FramedConnection {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    let socket: FrameSocket
    private let serverState: ServerState
    private let security: NIOSSLHandler?
    private var handshake: ServerHandshake
    var side: ServerCalls<Run>
    var readers = Readers()
    /// Calls that wait for a slot.
    private var waiting: [UInt32: Waiting] = [:]
    private var peer: ServiceName?
    private var isReadHeldBack = false
    /// Whether the client has seen the drain, so that no call is on its way.
    private var isDrainSeen = false
    /// The id of the ping that follows the drain; other pings have 0.
    private static let drainPing: UInt32 = 1
    private var executor: SingleLoopExecutor?
    /// This connection, for the tasks that run its calls.
    private var bound: LoopBound<ServerConnection>?

    init(_ serverState: ServerState, security: NIOSSLHandler?) {
        self.serverState = serverState
        self.security = security
        handshake = ServerHandshake(
            name: serverState.name,
            build: serverState.build,
            keys: serverState.keys,
            limits: serverState.limits
        )
        side = ServerCalls(
            limits: serverState.limits,
            unread: serverState.unread,
            takesItems: serverState.switchboard.takesItems
        )
        socket = FrameSocket(serverState.timing)
    }

    // Channel lifecycle.

    func channelActive(context: ChannelHandlerContext) {
        executor = SingleLoopExecutor(context.eventLoop)
        let bound = LoopBound(self, on: context.eventLoop)
        self.bound = bound
        activate(context, handshakeWithin: serverState.timing.handshake) { $0.refuse(.slow) }
        guard serverState.peers.admit(self, bound) else {
            refuse(.crowded)
            return
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        lose()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if peer == nil, let refusal = HandshakeRefusal(error) { refuse(refusal) }
        lose()
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
        if context.channel.isWritable {
            pump()
            if isReadHeldBack {
                isReadHeldBack = false
                context.read()
            }
        }
        context.fireChannelWritabilityChanged()
    }

    /// Stops reading from a client that does not read its replies.
    func read(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            context.read()
        } else {
            isReadHeldBack = true
        }
    }

    // Inbound frames.

    func receive(_ frame: Frame) {
        guard peer != nil else { return open(frame) }
        do throws(ProtocolViolation) {
            act(on: try side.receive(frame))
        } catch {
            violated(error)
        }
    }

    private func open(_ frame: Frame) {
        do throws(HandshakeRefusal) {
            switch try handshake.receive(frame) {
            case .send(let frame):
                socket.write(frame)
            case .sendAndClose(let frame):
                socket.write(frame)
                refuse(.noCommonVersion)
            case .opened(let frame, let peer):
                guard security?.isPeer(peer.rawValue) ?? true else { throw .wrongCertificate }
                socket.write(frame)
                opened(by: peer)
            }
        } catch {
            refuse(error)
        }
    }

    private func opened(by peer: ServiceName) {
        self.peer = peer
        serverState.peers.authenticated(self)
        authenticated(frameBytesMax: serverState.limits.frameBytes)
        if serverState.peers.isDraining { drain() }
    }

    private func act(on received: ServerCalls<Run>.Received) {
        switch received {
        case .nothing: break
        case .begin(let frame):
            begin(frame)
            // With no open stream, there is nothing to send.
            if side.flow.count == 0 { return }
        case .refuse(let id, let error): refuse(id, error, flags: .notBegun)
        case .item(let id): feed(id)
        case .credited: break
        case .cancel(let id): cancel(id)
        case .pinged(let id):
            // A client that does not read gets no pong: otherwise it could make this side buffer
            // them.
            if side.flow.isWritable { socket.write(Frame(.pong, id: id)) }
        case .ponged(let id):
            guard side.isDraining, id == Self.drainPing else { break }
            isDrainSeen = true
            closeWhenIdle()
        }
        pump()
    }

    // Calls.

    private func begin(_ frame: Frame) {
        guard let peer, let bound else { return }
        let isStream = frame.flags.contains(.stream)
        guard let kind = serverState.switchboard.kind(of: frame.number),
            (kind == .unary) != isStream
        else { return turnAway(frame.id, .unknownCall) }
        guard let call = try? CallContext(encoded: frame.context, from: peer) else {
            return turnAway(frame.id, .malformed)
        }
        guard kind == .unary else { return run(frame, in: call, isEndless: kind == .endless) }
        guard !serverState.callQueue.begin() else { return runNow(frame, in: call) }
        let queued = QueuedCall(frame.id, call.priority, on: bound)
        waiting[frame.id] = Waiting(queued: queued, frame: frame, context: call)
        let deadline = call.deadline.map { NIODeadline($0) } ?? .distantFuture
        if !serverState.callQueue.wait(queued, deadline: deadline) { shed(waiting: frame.id) }
    }

    /// Begins a waiting call that got a slot.
    func begin(waiting id: UInt32) {
        guard let call = waiting.removeValue(forKey: id) else { return serverState.callQueue.end() }
        run(call.frame, in: call.context, isEndless: false)
    }

    /// Refuses a waiting call that gets no slot.
    func shed(waiting id: UInt32) {
        guard let call = waiting.removeValue(forKey: id) else { return }
        let isExpired = call.context.deadline.map { $0 <= .now } ?? false
        turnAway(id, isExpired ? .expired : .overloaded)
    }

    /// Runs a call that has taken a slot, or a stream call.
    private func run(_ frame: Frame, in call: CallContext, isEndless: Bool) {
        guard let bound else { return }
        let task = Task(executorPreference: executor) { [serverState] in
            await ServerConnection.answer(frame, in: call, serverState, to: bound)
        }
        side.started(frame.id, Run(task, isEndless: isEndless))
    }

    /// Runs a call that has taken a slot, synchronously up to its first suspension: a call that
    /// never suspends costs no event loop tick.
    private func runNow(_ frame: Frame, in call: CallContext) {
        guard let bound else { return }
        let task = Task.immediate(executorPreference: executor) { [serverState] in
            await ServerConnection.answer(frame, in: call, serverState, to: bound)
        }
        guard side.isOpen(frame.id) else { return }
        side.started(frame.id, Run(task, isEndless: false))
    }

    private static func answer(
        _ frame: Frame,
        in call: CallContext,
        _ serverState: ServerState,
        to connection: LoopBound<ServerConnection>
    ) async {
        let isStream = frame.flags.contains(.stream)
        let answer: Result<ByteBuffer, Unanswered>
        do throws(Unanswered) {
            if isStream {
                let items = ServedItems(id: frame.id, connection: connection)
                answer = .success(
                    try await serverState.switchboard.answer(
                        frame.number,
                        frame.body,
                        items,
                        in: call
                    )
                )
            } else {
                answer = .success(
                    try await serverState.switchboard.answer(frame.number, frame.body, in: call)
                )
            }
        } catch {
            answer = .failure(error)
        }
        if let here = connection.here {
            here.answer(frame.id, answer)
        } else {
            connection.run { $0.answer(frame.id, answer) }
        }
        if !isStream { serverState.callQueue.end() }
    }

    /// Refuses a call of which nothing was begun.
    private func turnAway(_ id: UInt32, _ error: WireError) {
        guard side.answer(id) else { return }
        _ = side.flow.close(id)
        refuse(id, error, flags: .notBegun)
        if side.isDraining { closeWhenIdle() }
    }

    private func answer(_ id: UInt32, _ answer: Result<ByteBuffer, Unanswered>) {
        let run = side.run(id)
        guard side.answer(id) else { return }
        let areStreamsOpen = side.flow.count > 0
        if areStreamsOpen { closeStream(id) }
        switch answer {
        case _ where run?.isStopped == true:
            refuse(id, .unavailable)
        case .success(let body):
            let reply = Frame(.reply, id: id, body: body)
            if reply.length <= Int(serverState.limits.frameBytes) {
                socket.write(reply)
            } else {
                refuse(id, .tooLarge)
            }
        case .failure(let unanswered):
            write(unanswered.fault, id: id, flags: unanswered.isBegun ? [] : .notBegun)
        }
        if areStreamsOpen { pump() }
        if side.isDraining { closeWhenIdle() }
    }

    private func refuse(_ id: UInt32, _ error: WireError, flags: FrameFlags = []) {
        var fault = error.fault
        if error == .overloaded { fault.retryAfterSeconds = 1 }
        write(fault, id: id, flags: flags)
    }

    private func write(_ fault: Fault, id: UInt32, flags: FrameFlags = []) {
        let body = try? WireEncoder().encode(fault)
        let frame = Frame(.fault, id: id, flags: flags, body: body ?? ByteBuffer())
        if body != nil, frame.length <= Int(serverState.limits.frameBytes) {
            socket.write(frame)
        } else {
            write(WireError.tooLarge.fault, id: id, flags: flags)
        }
    }

    private func cancel(_ id: UInt32) {
        if let call = waiting.removeValue(forKey: id) {
            call.queued.leave()
            return turnAway(id, .cancelled)
        }
        guard let run = side.run(id) else { return }
        run.task.cancel()
        closeStream(id)
    }

    /// Ends a stream, and tells everything that waits on it.
    private func closeStream(_ id: UInt32) {
        readers.end(id, .failed(WireError.cancelled.fault))
        end(side.flow.close(id))
    }

    private func end(_ senders: [OneShot<Fault?>]) {
        for sender in senders { sender.finish(WireError.cancelled.fault) }
    }

    // Ends.

    /// Begins no new call, and tells the client. Running calls may finish, but endless ones are
    /// cancelled and answered with `wire.unavailable`: nothing else would end them.
    func drain() {
        guard peer != nil else { return close() }
        guard !side.isDraining else { return }
        side.drain()
        socket.write(Frame(.drain))
        socket.write(Frame(.ping, id: Self.drainPing))
        for run in side.runs where run.isEndless {
            run.isStopped = true
            run.task.cancel()
        }
        closeWhenIdle()
    }

    /// Lets the client close the connection once no call of its own can be on its way; closes it
    /// after `farewell` otherwise.
    private func closeWhenIdle() {
        guard side.count == 0, isDrainSeen else { return }
        _ = schedule(after: TimeAmount(serverState.timing.farewell)) { connection in
            if connection.side.count == 0 { connection.close() }
        }
    }

    /// Closes at once and cancels what runs.
    func close() {
        socket.flush()
        lose()?.close(promise: nil)
    }

    func violated(_ violation: ProtocolViolation) {
        guard let peer else { return refuse(.malformed) }
        serverState.violations.note(violation, by: peer.rawValue)
        close()
    }

    private func refuse(_ refusal: HandshakeRefusal) {
        guard let context = socket.context else { return }
        serverState.refusals.note(refusal, from: context.remoteAddress)
        close()
    }

    @discardableResult
    private func lose() -> ChannelHandlerContext? {
        guard let context = socket.lose() else { return nil }
        bound = nil
        serverState.peers.left(self)
        for run in side.lose() { run.task.cancel() }
        for call in waiting.values { call.queued.leave() }
        waiting = [:]
        readers.endAll(.failed(WireError.cancelled.fault))
        end(side.flow.closeAll())
        return context
    }
}
