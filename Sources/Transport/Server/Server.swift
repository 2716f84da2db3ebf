public import Logging
import NIOCore
import NIOPosix
public import RPC
public import ServiceLifecycle
public import Wire

/// A service's switchboard on a TCP port, for those who hold the cluster's key.
///
/// `run()` ends after a graceful shutdown has drained it: it says so to its clients, refuses
/// further calls with nothing done, and lets what runs finish, for a limited time. Streams that
/// move on finish too; endless ones (`StreamCall.isEndless`) end at once with `wire.unavailable`.
public final class Server: ServiceLifecycle.Service, Sendable {
    private let serverState: ServerState
    private let host: String
    private let port: Int
    private let tls: TLS?
    private let allowsPlaintextBeyondLoopback: Bool
    private let bound = Promise<Result<Int, any Error>>()

    /// - Parameters:
    ///   - name: The service that clients must want.
    ///   - switchboard: What answers.
    ///   - keys: The cluster's keys.
    ///   - host: The address to bind, or a name for it. Beyond loopback it is refused, unless
    ///     there is TLS or `allowsPlaintextBeyondLoopback` says that the network is private.
    ///   - port: The port to bind; 0 for any free one.
    ///   - build: The release, for the clients' logs.
    ///   - logger: For what goes wrong with connections.
    ///   - tls: What protects the connections; without it nothing does after the opening.
    ///   - allowsPlaintextBeyondLoopback: Whether a bind beyond loopback is allowed although
    ///     nothing protects what is sent after the opening.
    ///   - calls: How many calls are answered at once, and how long others wait.
    ///   - unread: What the connections of the process may keep that nobody has taken.
    ///   - timing: How long to wait for what.
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
        self.host = host
        self.port = port
        self.tls = tls
        self.allowsPlaintextBeyondLoopback = allowsPlaintextBeyondLoopback
    }

    /// The port on which the server listens, once it does. Throws what kept it from listening.
    public func boundPort() async throws -> Int {
        try await bound.value().get()
    }

    /// Whether the port is bound, and the server is not stopping.
    public var isListening: Bool {
        guard case .success = bound.valueIfDone else { return false }
        return !serverState.peers.isDraining
    }

    /// How many connections there are, proved or not.
    public var connectionCount: Int { serverState.peers.count }

    /// How many connections there ever were, proved or not.
    var acceptedPeers: Int { serverState.peers.admitted }

    /// How many calls run and wait for their turn at present, streams not counted.
    var callCounts: (running: Int, waiting: Int) { serverState.callQueue.counts }

    /// How many peers were turned away before they had proved themselves.
    public var refusedPeers: Int { serverState.refusals.count }

    /// How many connections were closed because a peer that had proved itself broke the protocol.
    var violations: Int { serverState.violations.count }

    /// Listens and answers until a graceful shutdown, or until the task is cancelled, which closes
    /// all connections at once.
    public func run() async throws {
        let listening: any Channel
        do {
            listening = try await listen()
            bound.finish(.success(listening.localAddress?.port ?? port))
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
        guard let address = try await Resolver.addresses(of: host, port: port).first else {
            throw TransportError.unresolved(host)
        }
        guard tls != nil || allowsPlaintextBeyondLoopback || address.isLoopback else {
            throw TransportError.plaintextBeyondLoopback(host)
        }
        let (serverState, tls) = (serverState, tls)
        return try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
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
                    let security = tls?.answeringHandler()
                    if let security { try channel.pipeline.syncOperations.addHandler(security) }
                    try channel.pipeline.syncOperations.addHandler(
                        ServerConnection(serverState, security: security)
                    )
                }
            }
            .bind(to: address)
            .get()
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
    /// A name that stands for no address.
    case unresolved(String)
    /// A name of which it could not be found out what it stands for.
    case failedLookup(String, reason: String)
    /// Not of the form `host:port`.
    case malformedEndpoint(String)
    /// A file of a certificate or key that cannot be read or used.
    case unusableFile(String, reason: String)
    /// A bind that others than this machine could reach, without protection.
    case plaintextBeyondLoopback(String)

    public var description: String {
        switch self {
        case .unresolved(let host): "\(host) has no address."
        case .failedLookup(let host, let reason): "\(host) could not be looked up: \(reason)."
        case .malformedEndpoint(let text): "\(text) is not of the form host:port."
        case .unusableFile(let file, let reason): "\(file) cannot be used: \(reason)."
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
