public import NIOCore
public import Wire

extension Switchboard: Caller {
    public func deliver(
        _ id: CallID,
        effect: Effect,
        body: ByteBuffer,
        in context: CallContext
    ) async throws(Fault) -> ByteBuffer {
        do throws(Unanswered) {
            return try await answer(id, body, in: context.received())
        } catch {
            throw error.fault
        }
    }

    public func open<C: StreamCall>(
        _ call: C,
        in context: CallContext
    ) async throws(Fault) -> CallStream<C> {
        let body = try call.encoded()
        return CallStream(
            LocalStream { stream async throws(Fault) in
                do throws(Unanswered) {
                    return try await answer(C.id, body, stream, in: context.received())
                } catch {
                    throw error.fault
                }
            }
        )
    }

    /// Returns the switchboard as another process of the cluster sees it: every call arrives from
    /// `name`.
    public func asked(by name: ServiceName) -> any Caller {
        NamedCaller(name: name, switchboard: self)
    }
}

/// A switchboard in the same process, called under a name.
private struct NamedCaller: Caller {
    let name: ServiceName
    let switchboard: Switchboard

    func deliver(
        _ id: CallID,
        effect: Effect,
        body: ByteBuffer,
        in context: CallContext
    ) async throws(Fault) -> ByteBuffer {
        try await switchboard.deliver(id, effect: effect, body: body, in: named(context))
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
