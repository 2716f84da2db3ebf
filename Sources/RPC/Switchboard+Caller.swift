public import NIOCore
public import Wire

extension Switchboard: Caller {
    public func forward<C: Call>(
        _ call: C,
        in context: CallContext
    ) async throws(Fault) -> ByteBuffer {
        try await answer(C.id, Self.encode(call), in: context)
    }

    public func open<C: StreamCall>(
        _ call: C,
        in context: CallContext
    ) async throws(Fault) -> CallStream<C> {
        let body = try Self.encode(call)
        return CallStream(
            LocalStream { stream async throws(Fault) in
                try await answer(C.id, body, stream, in: context)
            }
        )
    }

    /// The switchboard as another process of the cluster sees it: every call arrives from `name`.
    public func asked(by name: ServiceName) -> any Caller {
        NamedCaller(name: name, switchboard: self)
    }

    private static func encode(_ call: some Call) throws(Fault) -> ByteBuffer {
        do {
            return try WireEncoder().encode(call)
        } catch {
            throw WireError.bug.fault
        }
    }
}

/// A switchboard in the same process, asked under a name.
private struct NamedCaller: Caller {
    let name: ServiceName
    let switchboard: Switchboard

    func forward<C: Call>(_ call: C, in context: CallContext) async throws(Fault) -> ByteBuffer {
        try await switchboard.forward(call, in: named(context))
    }

    func open<C: StreamCall>(
        _ call: C,
        in context: CallContext
    ) async throws(Fault) -> CallStream<C> {
        try await switchboard.open(call, in: named(context))
    }

    private func named(_ context: CallContext) -> CallContext {
        var context = context
        context.peer = name
        return context
    }
}
