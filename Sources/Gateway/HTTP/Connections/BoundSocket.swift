import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Runs the gateway's server on a socket that was bound before the process started: `gauntlet up`
/// keeps it, and hands it to the process that comes next.
///
/// It accepts connections once it can serve them: until then, clients wait or the last process has
/// them. Hummingbird's server binds by itself and takes no socket. So one of the processes that it
/// runs before it starts accepts connections here instead, until the process is told to stop.
/// Connections are handled the same way.
struct BoundSocket<Server: ApplicationProtocol>: ApplicationProtocol {
    let application: Server
    /// The descriptor of the socket.
    let socket: CInt
    let connections: OpenConnections
    let connectionsMax: Int
    /// Waits until it can serve connections.
    let ready: @Sendable () async -> Void
    /// Makes the channels whose requests a responder answers.
    let channels: @Sendable (@escaping HTTPChannelHandler.Responder) -> HTTPServerChannel

    private let made = Made()
    /// How many connections may wait to be accepted, as far as the system allows.
    private static var waitingMax: CInt { 4_096 }

    init(
        _ socket: CInt,
        connections: OpenConnections,
        connectionsMax: Int,
        ready: @escaping @Sendable () async -> Void,
        of application: Server,
        channels: @escaping @Sendable (@escaping HTTPChannelHandler.Responder) -> HTTPServerChannel
    ) {
        self.socket = socket
        self.connections = connections
        self.connectionsMax = connectionsMax
        self.ready = ready
        self.application = application
        self.channels = channels
    }

    var responder: Server.Responder { get async throws { try await application.responder } }
    var configuration: ApplicationConfiguration { application.configuration }
    var eventLoopGroup: any EventLoopGroup { application.eventLoopGroup }
    var logger: Logger { application.logger }
    var services: [any Service] { application.services }

    func onServerRunning(_ channel: any Channel) async {
        await application.onServerRunning(channel)
    }

    var server: HTTPServerBuilder {
        HTTPServerBuilder { responder in
            let channels = channels(responder)
            made.channels.withLock { $0 = channels }
            return channels
        }
    }

    var processesRunBeforeServerStart: [@concurrent @Sendable () async throws -> Void] {
        [
            {
                guard let channels = made.channels.withLock({ $0 }) else { return }
                await ready()
                try await listen(channels)
                throw BoundSocketEnded()
            }
        ]
    }

    /// What the server's builder made.
    private final class Made: Sendable {
        let channels = Mutex<HTTPServerChannel?>(nil)
    }

    private func listen(_ channels: HTTPServerChannel) async throws {
        let (values, connected) = AsyncStream.makeStream(of: HTTPServerChannel.Value.self)
        let listener = try await ServerBootstrap(group: eventLoopGroup)
            .serverChannelInitializer { [connections, connectionsMax, logger] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ArrivalHandler(connections))
                    let room = MaximumAvailableConnections(connectionsMax, logger: logger)
                    try channel.pipeline.syncOperations.addHandler(
                        AvailableConnectionsChannelHandler(delegate: room)
                    )
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { [logger] channel in
                channels.setup(channel: channel, logger: logger).map { value in
                    if case .terminated = connected.yield(value) { channel.close(promise: nil) }
                }
            }
            .withBoundSocket(socket)
            .get()
        // Callers wait there while no process accepts them.
        Glibc.listen(socket, Self.waitingMax)
        connections.stop(listener)
        listener.closeFuture.whenComplete { _ in connected.finish() }
        await withGracefulShutdownHandler {
            await onServerRunning(listener)
            await withDiscardingTaskGroup { [logger] group in
                for await value in values {
                    group.addTask { await channels.handle(value: value, logger: logger) }
                }
            }
        } onGracefulShutdown: {
            listener.close(promise: nil)
        }
        listener.close(promise: nil)
    }
}

/// The first handler of a listener that others may share: counts what it accepts, and accepts
/// nothing more once the gateway is stopping.
private final class ArrivalHandler: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = Never

    private let connections: OpenConnections

    init(_ connections: OpenConnections) {
        self.connections = connections
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        connections.accepted(unwrapInboundIn(data))
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if !connections.isDraining { context.read() }
    }
}

@available(*, unavailable)
extension ArrivalHandler: Sendable {}

/// Keeps Hummingbird's server from listening as well, once the gateway has stopped listening.
struct BoundSocketEnded: Error {}
