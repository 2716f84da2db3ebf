import NIOCore
import Synchronization

/// The connections of the gateway's clients, so that a gateway that stops can part with each while
/// it still listens.
final class OpenConnections: Sendable {
    private struct State {
        var isParting = false
        var open: [ObjectIdentifier: any Channel] = [:]
    }

    private let state = Mutex(State())
    private let removals: AsyncStream<Void>
    private let removed: AsyncStream<Void>.Continuation

    init() {
        (removals, removed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether the gateway has begun to stop.
    var isParting: Bool {
        state.withLock { $0.isParting }
    }

    /// How many there are.
    var count: Int {
        state.withLock { $0.open.count }
    }

    /// Counts what a listening channel accepts from here on.
    func watch(_ server: any Channel) async throws {
        try await server.eventLoop.submit { [self] in
            try server.pipeline.syncOperations.addHandler(ConnectionCounter(self), position: .first)
        }.get()
    }

    /// Counts a connection in, until it is closed.
    fileprivate func add(_ channel: any Channel) {
        state.withLock { $0.open[ObjectIdentifier(channel)] = channel }
        channel.closeFuture.whenComplete { [self] _ in
            state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(channel)) }
            removed.yield()
        }
    }

    /// Has every connection end with its next response, or soon if nothing is asked; returns when
    /// none is left, or the limit is reached.
    func part(within limit: Duration) async {
        let open = state.withLock { state in
            state.isParting = true
            return Array(state.open.values)
        }
        for channel in open { Self.part(with: channel) }
        await withDiscardingTaskGroup { group in
            group.addTask { [self] in
                try? await Task.sleep(for: limit)
                removed.finish()
            }
            await untilEmpty()
            group.cancelAll()
        }
    }

    fileprivate static func part(with channel: any Channel) {
        channel.eventLoop.execute {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    private func untilEmpty() async {
        if count == 0 { return }
        for await _ in removals where count == 0 { return }
    }
}

/// Counts the connections that a listening gateway accepts.
private final class ConnectionCounter: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    private let connections: OpenConnections

    init(_ connections: OpenConnections) {
        self.connections = connections
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        connections.add(channel)
        // First its handlers, which know what to do when they are told.
        context.fireChannelRead(data)
        if connections.isParting { OpenConnections.part(with: channel) }
    }
}
