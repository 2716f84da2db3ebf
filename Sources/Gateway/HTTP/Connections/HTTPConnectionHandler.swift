import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Enforces the limits of a connection, between the HTTP/1.1 codec and the routes.
///
/// Refuses malformed heads, and enforces the times and sizes of `HTTPLimits`. Sends `100 Continue`
/// to a client that waits for it once the route asks for the body. Ends the connection so that the
/// client sees the last response: that carries `Connection: close`, whatever the client sends after
/// it is read and dropped, and the client has a few seconds to close first.
///
/// A response that begins before its request's body was read to its end is the last: peers that
/// kept the connection could send the next request in the middle of that body (RFC 9112 §9.3). If
/// the rest of the body is small, the response is held for a moment first, because the rest is
/// usually on its way.
final class HTTPConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The client was too slow with its body.
    struct BodyTooSlow: Error {}

    /// An outbound event: the route asks for the body of its request.
    struct BodyAsked {}

    /// Why a request is refused before it reaches a route.
    struct Refusal {
        let error: GatewayError
        /// The origin of the web page that sent the request, if the head names it.
        var origin: String?
    }

    /// Makes the response to a refused request.
    typealias RefusalResponse = @Sendable (Refusal) -> (head: HTTPResponse, body: ByteBuffer)

    /// What the connection still accepts.
    private enum Phase {
        /// Requests. Becomes any of the others.
        case open
        /// The rest of its last request; a further request is dropped. Becomes `deaf` or
        /// `farewell`.
        case lastRequest
        /// Nothing; responses to received requests are still sent. Becomes `farewell`.
        case deaf
        /// Nothing: everything is dropped until the client closes.
        case farewell
    }

    private let limits: HTTPLimits
    private let connections: OpenConnections?
    private let answer: RefusalResponse
    private var clock: ConnectionClock
    private var phase = Phase.open
    /// The gateway is stopping, and announces it with the next response.
    private var isDraining = false
    /// Counted among the busy connections.
    private var isBusy = false
    /// The connection ends with the response to the last request received.
    private var isEnding = false
    /// A response has begun, and has not ended.
    private var isResponding = false
    /// A flush is due at the end of this event loop tick.
    private var isFlushDue = false
    /// The refusal of a request that arrived while earlier ones waited for their responses.
    private var pending: Refusal?
    /// A response that waits for the rest of its request's body.
    private var held: HeldResponse?
    /// The client waits for `100 Continue` before it sends the body.
    private var isContinueDue = false
    /// How many bytes of the current body may still come; `nil` if that was not announced.
    private var restBytes: Int?
    /// How many bytes of a body arrived after the last response had begun.
    private var unreadBytes = 0
    /// Response bytes that the next watched write will count.
    private var unwatchedBytes = 0
    /// The last watched write.
    private var lastWrite: EventLoopFuture<Void>?
    private var isOutputClosed = false
    private var taken: TakenBytes
    /// The picture slot that the client holds, while it holds one.
    private weak var slot: PictureSlot?
    private var alarm: (at: NIODeadline, task: Scheduled<Void>)?

    /// Writes are watched in portions of this size, because watching has a cost.
    private static let portionBytes = 16_384

    init(
        limits: HTTPLimits,
        connections: OpenConnections? = nil,
        taken: TakenBytes = TakenBytes(),
        answer: @escaping RefusalResponse
    ) {
        self.limits = limits
        self.connections = connections
        self.taken = taken
        self.answer = answer
        clock = ConnectionClock(limits: limits)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        taken.begin(on: context.channel)
    }

    // What the client sends.

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): headCame(head, context)
        case .body(let bytes): bodyCame(bytes, context)
        case .end(let trailers): endCame(trailers, context)
        }
        watch(context)
    }

    private func headCame(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard phase == .open else {
            // The previous response announced the end of the connection: this request counts as
            // never sent.
            return stopListening()
        }
        let checked = RequestHead(head: head, limits: limits)
        let request = try? HTTPRequest(head, secure: false, splitCookie: false)
        guard let request, checked.refusal == nil else {
            let error = checked.refusal ?? .requestMalformed
            return refuse(Refusal(error: error, origin: checked.origin), context)
        }
        clock.headCame(context.eventLoop.now)
        restBytes = checked.bodyBytes
        isContinueDue = checked.awaitsContinue
        if checked.isLast {
            isEnding = true
            phase = .lastRequest
        }
        context.fireChannelRead(wrapInboundOut(.head(request)))
    }

    private func bodyCame(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        guard phase == .open || phase == .lastRequest else { return drop(bytes, context) }
        clock.bodyCame(bytes.readableBytes, context.eventLoop.now)
        isContinueDue = false
        context.fireChannelRead(wrapInboundOut(.body(bytes)))
        guard let rest = restBytes else { return }
        restBytes = rest - bytes.readableBytes
        if held != nil, rest < bytes.readableBytes { release(context) }
    }

    private func endCame(_ trailers: HTTPHeaders?, _ context: ChannelHandlerContext) {
        guard phase == .open || phase == .lastRequest else { return }
        clock.endCame(context.eventLoop.now)
        isContinueDue = false
        let fields = trailers.map { HTTPFields($0, splitCookie: false) }
        context.fireChannelRead(wrapInboundOut(.end(fields)))
        release(context)
    }

    private func drop(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        unreadBytes += bytes.readableBytes
        if unreadBytes > limits.unreadBytesMax { context.close(promise: nil) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        clock.readEnded(context.eventLoop.now)
        context.fireChannelReadComplete()
        // No other handler reads any more.
        if phase == .deaf || phase == .farewell { read(context: context) }
        watch(context)
    }

    func read(context: ChannelHandlerContext) {
        clock.awaitsBytes(context.eventLoop.now)
        context.read()
        watch(context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // More bytes after those that could not be parsed.
        if error is ByteToMessageDecoderError { return }
        guard let error = error as? HTTPParserError else {
            return context.fireErrorCaught(error)
        }
        guard phase == .open || phase == .lastRequest else { return }
        if clock.isInBody {
            breakBody(error, context)
        } else if phase == .lastRequest {
            stopListening()
        } else {
            let isTooLong = error == .headerOverflow
            refuse(Refusal(error: isTooLong ? .headersTooLarge : .requestMalformed), context)
        }
        watch(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is GatewayStopping:
            isDraining = true
        case is ChannelShouldQuiesceEvent:
            isDraining = true
            clock.drain(context.eventLoop.now)
            watch(context)
        case ChannelEvent.inputClosed where isOutputClosed:
            context.close(promise: nil)
        default:
            context.fireUserInboundEventTriggered(event)
        }
    }

    // What the gateway responds.

    func write(
        context: ChannelHandlerContext,
        data: NIOAny,
        promise: EventLoopPromise<Void>?
    ) {
        guard phase != .farewell else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        let part = unwrapOutboundIn(data)
        if held == nil, isWorthHolding(part) {
            held = HeldResponse()
            restBytes = restBytes ?? limits.restBytesMax
        }
        guard held == nil else {
            held?.append(part, promise)
            return
        }
        send(part, promise, context)
        watch(context)
    }

    /// Whether the part begins a response before the end of its request's body, and the rest of the
    /// body is small enough to arrive in time.
    private func isWorthHolding(_ part: HTTPResponsePart) -> Bool {
        guard case .head(let response) = part, clock.isInBody else { return false }
        return response.status.kind != .informational && clock.unanswered == 1 && phase == .open
            && !isDraining && !isContinueDue && (restBytes ?? 0) <= limits.restBytesMax
    }

    /// Sends a held response: with `Connection: close`, unless the body has arrived.
    private func release(_ context: ChannelHandlerContext) {
        guard let parts = held?.parts else { return }
        held = nil
        clock.release()
        for (part, promise) in parts { send(part, promise, context) }
        flush(context: context)
        watch(context)
    }

    private func send(
        _ part: HTTPResponsePart,
        _ promise: EventLoopPromise<Void>?,
        _ context: ChannelHandlerContext
    ) {
        switch part {
        case .head(let response):
            let head = announced(response, context)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body(let bytes):
            unwatchedBytes += bytes.readableBytes
            let part = wrapOutboundOut(.body(.byteBuffer(bytes)))
            if unwatchedBytes >= Self.portionBytes {
                watchedWrite(part, promise, context)
            } else {
                context.write(part, promise: promise)
            }
        case .end(let trailers):
            watchedWrite(wrapOutboundOut(.end(trailers.map(HTTPHeaders.init))), promise, context)
            responseEnded(context)
        }
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext,
        event: Any,
        promise: EventLoopPromise<Void>?
    ) {
        switch event {
        case let held as PictureSlot: slot = held
        case is BodyAsked: sendContinue(context)
        default: return context.triggerUserOutboundEvent(event, promise: promise)
        }
        promise?.succeed()
    }

    /// Sends `100 Continue` to a client that waits for it. Not while earlier requests wait for
    /// their responses: the client would take it for one of those.
    private func sendContinue(_ context: ChannelHandlerContext) {
        guard isContinueDue, clock.unanswered == 1, !isResponding,
            phase == .open || phase == .lastRequest
        else { return }
        isContinueDue = false
        clock.bodyAsked(context.eventLoop.now)
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        watch(context)
    }

    /// Flushes at the end of the event loop tick while a response is written, so that its head is
    /// sent together with the start of its body.
    func flush(context: ChannelHandlerContext) {
        if let held {
            guard held.isWhole else { return release(context) }
            clock.hold(context.eventLoop.now)
            return watch(context)
        }
        guard isResponding else { return context.flush() }
        guard !isFlushDue else { return }
        isFlushDue = true
        context.eventLoop.assumeIsolated().execute { self.flushDue(context) }
    }

    private func flushDue(_ context: ChannelHandlerContext) {
        guard isFlushDue else { return }
        isFlushDue = false
        context.flush()
    }

    /// Returns the head of a response, with `Connection: close` if it is the connection's last.
    private func announced(
        _ response: HTTPResponse,
        _ context: ChannelHandlerContext
    ) -> HTTPResponseHead {
        guard response.status.kind != .informational else { return HTTPResponseHead(response) }
        isResponding = true
        var response = response
        if response.headerFields[.connection]?.utf8[...].isWord("close") == true {
            isEnding = true
        }
        response.headerFields[.connection] = nil
        if clock.isInBody, clock.unanswered <= 1 {
            isEnding = true
            stopListening()
            read(context: context)
        }
        response.limitLastModified()
        // Requests that arrived after this one are answered before the connection ends.
        if clock.unanswered <= 1, isEnding || isDraining {
            isEnding = true
            if phase == .open { phase = .lastRequest }
            response.headerFields[.connection] = "close"
        }
        return HTTPResponseHead(response)
    }

    private func responseEnded(_ context: ChannelHandlerContext) {
        isResponding = false
        clock.responseEnded(context.eventLoop.now)
        guard clock.unanswered <= 0 else { return }
        if let pending {
            self.pending = nil
            write(pending, context)
        } else if isEnding {
            sayFarewell(context)
        }
    }

    /// Writes, and charges the client for the time until it takes the bytes.
    private func watchedWrite(
        _ part: NIOAny,
        _ promise: EventLoopPromise<Void>?,
        _ context: ChannelHandlerContext
    ) {
        let count = unwatchedBytes
        unwatchedBytes = 0
        let written = promise ?? context.eventLoop.makePromise()
        lastWrite = written.futureResult
        clock.writeBegan(context.eventLoop.now)
        written.futureResult.assumeIsolated().whenComplete { [self] _ in
            let now = context.eventLoop.now
            // If the client's acknowledgements cannot be counted, bytes count as taken once the
            // system has them.
            if !taken.isCounted { clock.taken(count, now) }
            clock.writeEnded(now)
            if nextCount == nil { taken.forget() }
            watch(context)
        }
        context.write(part, promise: written)
    }

    func close(
        context: ChannelHandlerContext,
        mode: CloseMode,
        promise: EventLoopPromise<Void>?
    ) {
        release(context)
        guard mode == .output else {
            flushDue(context)
            return context.close(mode: mode, promise: promise)
        }
        sayFarewell(context)
        promise?.succeed()
        watch(context)
    }

    // How a connection ends.

    /// Refuses a request before it reaches a route, after the responses to those before it.
    private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
        stopListening()
        if clock.unanswered > 0 {
            pending = refusal
        } else {
            write(refusal, context)
        }
        read(context: context)
    }

    private func write(_ refusal: Refusal, _ context: ChannelHandlerContext) {
        var (head, body) = answer(refusal)
        head.headerFields[.connection] = "close"
        context.write(wrapOutboundOut(.head(HTTPResponseHead(head))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        watchedWrite(wrapOutboundOut(.end(nil)), nil, context)
        context.flush()
        sayFarewell(context)
    }

    /// Fails a body that is broken or late. The route gets the error when it reads, and responds.
    /// Closes the connection if a response has begun or none is due.
    private func breakBody(_ error: any Error, _ context: ChannelHandlerContext) {
        stopListening()
        isEnding = true
        guard held == nil else { return release(context) }
        guard clock.unanswered > 0, !isResponding else { return context.close(promise: nil) }
        context.fireErrorCaught(error)
    }

    private func stopListening() {
        if phase != .farewell { phase = .deaf }
        clock.ignoreReads()
    }

    /// Closes the gateway's side once the last response is written, and lets the client close its
    /// own.
    private func sayFarewell(_ context: ChannelHandlerContext) {
        guard phase != .farewell else { return }
        stopListening()
        phase = .farewell
        read(context: context)
        guard let lastWrite else { return closeOutput(context) }
        lastWrite.assumeIsolated().whenComplete { [self] _ in
            closeOutput(context)
            watch(context)
        }
        context.flush()
    }

    private func closeOutput(_ context: ChannelHandlerContext) {
        clock.sayFarewell(context.eventLoop.now)
        isOutputClosed = true
        context.close(mode: .output, promise: nil)
    }

    // Timeouts.

    func handlerRemoved(context: ChannelHandlerContext) {
        isFlushDue = false
        silence()
    }

    func channelInactive(context: ChannelHandlerContext) {
        count(busy: false)
        silence()
        held?.fail()
        held = nil
        context.fireChannelInactive()
    }

    private func count(busy: Bool) {
        guard busy != isBusy, let connections else { return }
        isBusy = busy
        connections.count(busy: busy)
    }

    private func silence() {
        alarm?.task.cancel()
        alarm = nil
    }

    /// Sets the alarm to the next deadline. An alarm that fires too early only checks again, so
    /// most events leave it as it is.
    private func watch(_ context: ChannelHandlerContext) {
        count(busy: context.channel.isActive && phase != .farewell && !clock.isIdle)
        guard var at = clock.deadline?.at else { return }
        if let next = nextCount, taken.isCounted { at = min(at, next) }
        if let alarm, alarm.at <= at { return }
        guard context.channel.isActive else { return }
        silence()
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: at) {
            self.alarm = nil
            self.look(context)
        }
        alarm = (at, task)
    }

    /// When to count what the client has taken: often if it holds a slot that another client may
    /// want.
    private var nextCount: NIODeadline? {
        clock.nextCount(within: slot == nil ? .hours(1) : .milliseconds(50))
    }

    /// Counts what the client has taken, then checks its deadline.
    private func look(_ context: ChannelHandlerContext) {
        guard nextCount != nil, let counting = taken.count(on: context.channel) else {
            return judge(context)
        }
        counting.assumeIsolated().whenComplete { [self] result in
            let now = context.eventLoop.now
            if case .success(let bytes) = result {
                let count = taken.more(of: bytes)
                clock.taken(count, now)
                if count > 0 { slot?.took() }
            }
            clock.counted(now)
            judge(context)
        }
    }

    private func judge(_ context: ChannelHandlerContext) {
        if let deadline = clock.deadline, deadline.at <= context.eventLoop.now {
            switch deadline.wait {
            case .response: return context.channel.cut()
            case .request, .farewell: return context.close(promise: nil)
            case .head: refuse(Refusal(error: .requestSlow), context)
            case .body: breakBody(BodyTooSlow(), context)
            case .rest: release(context)
            }
        }
        watch(context)
    }
}

@available(*, unavailable)
extension HTTPConnectionHandler: Sendable {}
