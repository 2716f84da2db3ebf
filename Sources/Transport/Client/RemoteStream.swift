import NIOCore
import RPC
import Wire

/// The client's end of a stream over a connection. Cancels the call when it is deinitialized.
final class RemoteStream: CallerByteStream {
    private let ask: PendingCall
    private let connection: LoopBound<ClientConnection>
    private let itemBytesMax: Int
    /// How many bytes of items may be sent before the server has read any.
    let window: Int

    init(_ ask: PendingCall, on connection: LoopBound<ClientConnection>, limits: ConnectionLimits) {
        self.ask = ask
        self.connection = connection
        itemBytesMax = Int(limits.itemBytes)
        window = Int(limits.streamCreditBytes)
    }

    deinit {
        connection.run { [ask] in $0.forget(ask) }
    }

    /// Whether a draining server did not accept the call: none of it was begun.
    var isTurnedAway: Bool {
        ask.valueIfDone?.isUnsent == true
    }

    func send(_ item: ByteBuffer) async throws(Fault) {
        guard item.readableBytes <= itemBytesMax else { throw WireError.tooLarge.fault }
        try await enqueue(item)
    }

    func finish() async throws(Fault) {
        try await enqueue(nil)
    }

    private func enqueue(_ item: ByteBuffer?) async throws(Fault) {
        if let item, connection.here?.sendNow(item, ask) == true { return }
        let sent = OneShot<Fault?>()
        connection.run { [ask] in $0.send(item, ask, sent) }
        let fault = await sent.value(orCancelled: WireError.cancelled.fault) { cancel() }
        if let fault { throw fault }
    }

    func next() async throws(Fault) -> ByteBuffer? {
        if let item = connection.here?.takeNow(ask) { return item }
        let step = OneShot<StreamStep>()
        connection.run { [ask] in $0.next(ask, step) }
        let cancelled = StreamStep.failed(WireError.cancelled.fault)
        switch await step.value(orCancelled: cancelled, { cancel() }) {
        case .item(let item): return item
        case .failed(let fault): throw fault
        case .end:
            if let fault = ask.valueIfDone?.sendFault { throw fault }
            return nil
        }
    }

    func reply() async throws(Fault) -> ByteBuffer {
        if ask.valueIfDone == nil { try? await finish() }
        while try await next() != nil {}
        switch await ask.value(orCancelled: .cancelled, { cancel() }) {
        case .reply(let body): return body
        case let outcome: throw outcome.fault
        }
    }

    func cancel() {
        connection.run { [ask] in $0.cancel(ask) }
    }
}
