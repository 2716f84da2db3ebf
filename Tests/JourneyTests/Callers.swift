import NIOCore
import RPC
import Synchronization
import Wire

/// Asks replicas of a service in turns.
final class AlternatingCaller: Caller {
    private let replicas: [any Caller]
    private let count = Atomic(0)

    /// - Parameter replicas: At least one.
    init(_ replicas: [any Caller]) {
        self.replicas = replicas
    }

    private var next: any Caller {
        replicas[count.wrappingAdd(1, ordering: .relaxed).oldValue % replicas.count]
    }

    func deliver(
        _ id: CallID,
        effect: Effect,
        body: ByteBuffer,
        in context: CallContext
    ) async throws(Fault) -> ByteBuffer {
        try await next.deliver(id, effect: effect, body: body, in: context)
    }

    func open<C: StreamCall>(
        _ call: C,
        in context: CallContext
    ) async throws(Fault) -> CallStream<C> {
        try await next.open(call, in: context)
    }
}

/// Asks a service that is made later: two services ask each other, and one of them is made first.
final class LaterCaller: Caller {
    private let target = Mutex<(any Caller)?>(nil)

    func connect(to caller: any Caller) {
        target.withLock { $0 = caller }
    }

    private var connected: any Caller {
        get throws(Fault) {
            guard let target = target.withLock({ $0 }) else { throw WireError.unavailable.fault }
            return target
        }
    }

    func deliver(
        _ id: CallID,
        effect: Effect,
        body: ByteBuffer,
        in context: CallContext
    ) async throws(Fault) -> ByteBuffer {
        try await connected.deliver(id, effect: effect, body: body, in: context)
    }

    func open<C: StreamCall>(
        _ call: C,
        in context: CallContext
    ) async throws(Fault) -> CallStream<C> {
        try await connected.open(call, in: context)
    }
}
