public import Logging
import NIOCore
import NIOPosix
public import RPC
public import ServiceLifecycle
public import Wire

/// Serves a service's switchboard on a TCP port to clients that have the cluster's key.
///
/// `run()` returns after a graceful shutdown has drained the server: it notifies its clients,
/// refuses new calls before they begin, and lets running calls finish, for a limited time. Streams
/// that progress finish too; endless ones (`StreamCall.isEndless`) end at once with
/// `wire.unavailable`.
public final class Server: ServiceLifecycle.Service, Sendable {
    private let serverState: ServerState
    private let endpoint: Endpoint
    private let tls: TLS?
    private let allowsPlaintextBeyondLoopback: Bool
    private let bound = Promise<Result<Int, any Error>>()

    /// - Parameters:
    ///   - name: The name of the service; clients must ask for it.
    ///   - switchboard: Answers the calls.
    ///   - keys: The cluster's keys.
    ///   - host: The address to bind, or a name for it; `fd` for a socket that is already bound. An
    ///     address beyond loopback is refused without TLS, unless `allowsPlaintextBeyondLoopback`
    ///     says that the network is private.
    ///   - port: The port to bind; 0 for any free one. With `fd`, the socket's descriptor.
    ///   - build: The release, for the clients' logs.
    ///   - logger: Logs connection errors.
    ///   - tls: The TLS configuration; without it nothing is protected after the handshake.
    ///   - allowsPlaintextBeyondLoopback: Whether to allow a bind beyond loopback although nothing
    ///     is protected after the handshake.
    ///   - calls: How many calls run at once, and how long others wait.
    ///   - unread: The budget for items that the process' connections have received and nobody has
    ///     read.
    ///   - timing: The timeouts.
    public init(
        name: ServiceName,
        switchboard: Switchboard,
        keys: ClusterKeys,
        host: String,
        port: Int,
        build: String,
        logger: Logger,
        tls: TLS? = nil,
        allowsPlaintextBeyondLoopback: Bool = false,
        calls: CallLimits = .standard,
        unread: UnreadBudget = .shared,
        timing: TransportTiming = .standard
    ) {
        serverState = ServerState(
            name: name,
            build: build,
            switchboard: switchboard,
            keys: keys,
            limits: .standard,
            timing: timing,
            logger: logger,
            calls: calls,
            unread: unread
        )
        endpoint = Endpoint(address: host, port: port)
        self.tls = tls
        self.allowsPlaintextBeyondLoopback = allowsPlaintextBeyondLoopback
    }

    /// The port on which the server listens, once it does. Throws the error if it could not listen.
    public func boundPort() async throws -> Int {
        try await bound.value().get()
    }

    /// Whether the port is bound and the server is not draining.
    public var isListening: Bool {
        guard case .success = bound.valueIfDone else { return false }
        return !serverState.peers.isDraining
    }

    /// The number of connections, authenticated or not.
    public var connectionCount: Int { serverState.peers.count }

    /// The number of connections accepted so far, authenticated or not.
    var acceptedPeers: Int { serverState.peers.admitted }

    /// The number of calls that run and that wait, streams not counted.
    var callCounts: (running: Int, waiting: Int) { serverState.callQueue.counts }

    /// The number of peers refused before they were authenticated.
    public var refusedPeers: Int { serverState.refusals.count }

    /// The number of connections closed because an authenticated peer violated the protocol.
    var violations: Int { serverState.violations.count }

    /// Listens and serves until a graceful shutdown, or until the task is cancelled, which closes
    /// all connections at once.
    public func run() async throws {
        let listening: any Channel
        do {
            listening = try await listen()
            bound.finish(.success(listening.localAddress?.port ?? endpoint.port))
        } catch {
            bound.finish(.failure(error))
            throw error
        }
        serverState.logger.info(
            "Listening.",
            metadata: ["address": "\(listening.localAddress?.hostPort ?? "none")"]
        )
        try? await gracefulShutdown()
        try? await listening.close()
        await drain()
    }

    private func listen() async throws -> any Channel {
        let address = try await address()
        guard tls != nil || allowsPlaintextBeyondLoopback || address.isLoopback else {
            throw TransportError.plaintextBeyondLoopback(endpoint.host)
        }
        let (serverState, tls) = (serverState, tls)
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.recvAllocator, value: FrameSocket.readAllocator)
            .childChannelOption(
                .writeBufferWaterMark,
                value: .init(low: 128 * 1_024, high: 512 * 1_024)
            )
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let security = tls?.serverHandler()
                    if let security { try channel.pipeline.syncOperations.addHandler(security) }
                    try channel.pipeline.syncOperations.addHandler(
                        ServerConnection(serverState, security: security)
                    )
                }
            }
        let listening =
            endpoint.socket.map { bootstrap.withBoundSocket($0) } ?? bootstrap.bind(to: address)
        return try await listening.get()
    }

    /// The address that the server listens on.
    private func address() async throws -> SocketAddress {
        if let socket = endpoint.socket { return try SocketAddress(of: socket) }
        let found = try await Resolver.addresses(of: endpoint.host, port: endpoint.port)
        guard let address = found.first else { throw TransportError.unresolved(endpoint.host) }
        return address
    }

    private func drain() async {
        serverState.peers.drain()
        let empty = OneShot<Bool>()
        let limit = MultiThreadedEventLoopGroup.singleton.any().scheduleTask(
            in: TimeAmount(serverState.timing.drain)
        ) {
            _ = empty.finish(false)
        }
        let isEmpty = await serverState.peers.empty(empty)
        limit.cancel()
        guard !isEmpty else { return }
        serverState.peers.close()
    }
}

/// Why a server cannot listen, or a client cannot connect.
public enum TransportError: Error, Hashable, CustomStringConvertible {
    /// A name that has no address.
    case unresolved(String)
    /// A name whose lookup failed.
    case failedLookup(String, reason: String)
    /// Not of the form `host:port`.
    case malformedEndpoint(String)
    /// A certificate or key file that cannot be read or used.
    case unusableFile(String, reason: String)
    /// A descriptor that is no socket of the internet's protocols.
    case unusableSocket(CInt)
    /// A bind that other machines could reach, without protection.
    case plaintextBeyondLoopback(String)

    public var description: String {
        switch self {
        case .unresolved(let host): "\(host) has no address."
        case .failedLookup(let host, let reason): "\(host) could not be resolved: \(reason)."
        case .malformedEndpoint(let text): "\(text) is not of the form host:port."
        case .unusableFile(let file, let reason): "\(file) cannot be used: \(reason)."
        case .unusableSocket(let socket): "Descriptor \(socket) is no socket of TCP."
        case .plaintextBeyondLoopback(let host):
            "\(host) is not a loopback address, and calls would travel unprotected: set "
                + "GAUNTLET_PLAINTEXT=trusted-network if the network is private."
        }
    }
}

extension SocketAddress {
    /// `127.0.0.1:7101`, `[::1]:7101`.
    fileprivate var hostPort: String? {
        guard let host = ipAddress, let port else { return nil }
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
