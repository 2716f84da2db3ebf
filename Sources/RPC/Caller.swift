public import NIOCore
public import Wire

/// Someone who can be asked. The network is one; a switchboard in the same process is another.
public protocol Caller: Sendable {
    /// Asks, and reads the answer. Throws the fault of whoever was asked, or of the way there.
    func call<C: Call>(_ call: C, in context: CallContext) async throws(Fault) -> C.Reply

    /// Asks, and hands on the answer's bytes as they came, for whoever only passes them on.
    func forward<C: Call>(_ call: C, in context: CallContext) async throws(Fault) -> ByteBuffer

    /// Asks with a call that was encoded before, as an outbox keeps it, and hands on the answer's
    /// bytes. `effect` says what a second delivery of that call would do. `call` and `forward` are
    /// built on it.
    func deliver(
        _ id: CallID,
        effect: Effect,
        body: ByteBuffer,
        in context: CallContext
    ) async throws(Fault) -> ByteBuffer

    /// Begins a call during which items flow.
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
    /// The call's bytes. A call that is larger than a frame is `wire.too_large`, one that cannot be
    /// encoded `wire.bug`.
    public func encoded() throws(Fault) -> ByteBuffer {
        do {
            return try WireEncoder().encode(self)
        } catch {
            throw (error.reason == .tooLarge ? WireError.tooLarge : .bug).fault
        }
    }

    /// Reads a reply's bytes. A reply that cannot be read is `wire.bug`: its sender is one of us.
    public static func reply(from bytes: ByteBuffer) throws(Fault) -> Reply {
        do {
            return try WireDecoder().decode(Reply.self, from: bytes)
        } catch {
            throw WireError.bug.fault
        }
    }
}
