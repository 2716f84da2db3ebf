import NIOCore
import RPC
import Values
import Wire

/// A service behind the gateway. Each call that serves a client's request takes one of the client's
/// slots.
struct LimitedCaller: Sendable {
    /// Makes calls without a slot: the gateway's own, and streams, which have their own limits.
    let caller: any Caller
    private let slots: CallSlots
    private let exempt: Networks

    init(_ name: ServiceName, _ caller: any Caller, _ configuration: Gateway.Configuration) {
        self.caller = caller
        slots = CallSlots(
            to: name,
            configuration.requests,
            patience: configuration.waits.slot
        )
        exempt = configuration.requests.exempt
    }

    /// The number of calls that wait for a slot.
    var waitingCount: Int { slots.waitingCount }

    /// Makes a call and decodes the reply.
    func call<C: Call>(
        _ call: C,
        in callContext: CallContext,
        for context: GatewayContext
    ) async throws -> C.Reply {
        try await withSlot(callContext, context) { try await caller.call(call, in: callContext) }
    }

    /// Makes a call and returns the reply's bytes undecoded.
    func forward<C: Call>(
        _ call: C,
        in callContext: CallContext,
        for context: GatewayContext
    ) async throws -> ByteBuffer {
        try await withSlot(callContext, context) { try await caller.forward(call, in: callContext) }
    }

    private func withSlot<Reply>(
        _ callContext: CallContext,
        _ context: GatewayContext,
        _ call: () async throws -> Reply
    ) async throws -> Reply {
        try await slots.withSlot(
            of: client(of: context),
            until: callContext.deadline,
            isThere: { [channel = context.channel] in channel.isActive },
            call
        )
    }

    private func client(of context: GatewayContext) -> CallClient {
        if let address = context.client, exempt.contains(address) { return CallClient() }
        return CallClient(user: context.viewer?.user, address: context.client?.limitKey)
    }
}
