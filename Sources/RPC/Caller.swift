public import NIOCore
public import Wire

/// Makes calls to a service: over the network, or to a switchboard in the same process.
public protocol Caller: Sendable {
    /// Makes a call and decodes the reply. Throws the service's fault, or that of the transport.
    func call<C: Call>(_ call: C, in context: CallContext) async throws(Fault) -> C.Reply

    /// Makes a call and returns the reply's bytes undecoded, for callers that only pass them on.
    func forward<C: Call>(_ call: C, in context: CallContext) async throws(Fault) -> ByteBuffer

    /// Delivers an already encoded call, such as one from an outbox, and returns the reply's bytes.
    /// `effect` says what a second delivery of that call would do. `call` and `forward` are built
    /// on it.
    func deliver(
        _ id: CallID,
        effect: Effect,
        body: ByteBuffer,
        in context: CallContext
    ) async throws(Fault) -> ByteBuffer

    /// Opens a stream call.
    func open<C: StreamCall>(
        _ call: C,
        in context: CallContext
    ) async throws(Fault) -> CallStream<C>
}

extension Caller {
    public func call<C: Call>(_ call: C, in context: CallContext) async throws(Fault) -> C.Reply {
        try C.reply(from: await forward(call, in: context))
    }

    public func forward<C: Call>(
        _ call: C,
        in context: CallContext
    ) async throws(Fault) -> ByteBuffer {
        try await deliver(C.id, effect: C.effect, body: call.encoded(), in: context)
    }
}

extension Call {
    /// Encodes the call. Throws `wire.too_large` for a call that is larger than a frame, and
    /// `wire.bug` for one that cannot be encoded.
    public func encoded() throws(Fault) -> ByteBuffer {
        do {
            return try WireEncoder().encode(self)
        } catch {
            throw (error.reason == .tooLarge ? WireError.tooLarge : .bug).fault
        }
    }

    /// Decodes a reply, or a stored one (`RepeatedReply`). Throws `wire.bug` for a reply that
    /// cannot be decoded: its sender is one of our own services.
    public static func reply(from bytes: ByteBuffer) throws(Fault) -> Reply {
        do {
            let reply = RepeatedReply(encoded: bytes)?.reply ?? bytes
            return try WireDecoder().decode(Reply.self, from: reply)
        } catch {
            throw WireError.bug.fault
        }
    }
}
