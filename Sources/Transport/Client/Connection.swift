import NIOCore
import NIOPosix
import Synchronization
import Wire

/// An open connection to a service. Any task may use it.
final class Connection: Sendable {
    private let bound: LoopBound<ClientConnection>
    private let load: ConnectionLoad
    let limits: ConnectionLimits
    private let unread: UnreadBudget
    /// Completed when no new call can begin.
    let retired: OneShot<Void>

    private init(
        bound: LoopBound<ClientConnection>,
        load: ConnectionLoad,
        limits: ConnectionLimits,
        unread: UnreadBudget,
        retired: OneShot<Void>
    ) {
        self.bound = bound
        self.load = load
        self.limits = limits
        self.unread = unread
        self.retired = retired
    }

    /// The number of calls that are open or about to be.
    var calls: Int { load.calls.load(ordering: .relaxed) }

    /// Whether recent calls on this connection failed.
    var isSuspect: Bool {
        get { load.isSuspect.load(ordering: .relaxed) }
        set { load.isSuspect.store(newValue, ordering: .relaxed) }
    }

    /// Whether it takes calls, now or once others have ended.
    var isOpen: Bool { !load.isClosed.load(ordering: .acquiring) }

    /// Whether a new call can begin.
    func hasRoom(isStream: Bool) -> Bool {
        isOpen && load.calls.load(ordering: .relaxed) < Int(limits.calls)
            && (!isStream || load.streams.load(ordering: .relaxed) < limits.streamsCovered)
    }

    /// Whether the process has memory for what one more stream may bring on this connection.
    var mayKeepMore: Bool {
        let window = Int(limits.streamCreditBytes)
        return unread.hasRoom(
            for: window,
            beside: load.streams.load(ordering: .relaxed) * window
        )
    }

    /// How many streams this connection is sure to take when the process has this many connections.
    func streamsMax(among connections: Int) -> Int {
        let share = unread.share(among: connections) / Int(limits.streamCreditBytes)
        return min(limits.streamsCovered, share)
    }

    /// Reserves a place for a call that is about to begin. Only one task may do so at a time.
    func reserve(isStream: Bool) {
        load.calls.add(1, ordering: .relaxed)
        if isStream { load.streams.add(1, ordering: .relaxed) }
    }

    /// Returns an unused reservation.
    func unreserve(isStream: Bool) {
        load.calls.subtract(1, ordering: .relaxed)
        if isStream { load.streams.subtract(1, ordering: .relaxed) }
    }

    /// Connects, and performs the mutual handshake.
    static func open(
        to address: SocketAddress,
        names: ClientHandshake.Names,
        keys: ClusterKeys,
        tls: TLS?,
        unread: UnreadBudget,
        timing: TransportTiming,
        violations: ProtocolViolationLog,
        roomMade: @escaping @Sendable () -> Void
    ) async throws -> Connection {
        let load = ConnectionLoad()
        let owner = ClientConnection.Owner(
            opened: Promise(),
            retired: OneShot(),
            roomMade: roomMade
        )
        let bound = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(TimeAmount(timing.handshake))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelOption(.recvAllocator, value: FrameSocket.readAllocator)
            .channelOption(
                .writeBufferWaterMark,
                value: .init(low: 128 * 1_024, high: 512 * 1_024)
            )
            .connect(to: address) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let security = try tls?.clientHandler()
                    if let security { try channel.pipeline.syncOperations.addHandler(security) }
                    let connection = ClientConnection(
                        ClientHandshake(names, keys: keys),
                        security: security,
                        owner: owner,
                        load: load,
                        unread: unread,
                        timing: timing,
                        violations: violations
                    )
                    try channel.pipeline.syncOperations.addHandler(connection)
                    return LoopBound(connection, on: channel.eventLoop)
                }
            }
        let limits = try await owner.opened.value().get()
        return Connection(
            bound: bound,
            load: load,
            limits: limits,
            unread: unread,
            retired: owner.retired
        )
    }

    /// Sends one call and waits for its outcome. The call must have been reserved.
    func ask(_ frame: Frame, deadline: NIODeadline) async -> CallOutcome {
        let ask = PendingCall(deadline: deadline, isStream: false)
        if let here = bound.here {
            here.ask(frame, ask)
        } else {
            bound.run { $0.ask(frame, ask) }
        }
        return await ask.value(orCancelled: .cancelled) { bound.run { $0.cancel(ask) } }
    }

    /// Opens a stream call; returns `nil` when nothing was sent. The call must have been reserved.
    func open(_ frame: Frame, deadline: NIODeadline) async -> RemoteStream? {
        let ask = PendingCall(deadline: deadline, isStream: true)
        bound.run { $0.ask(frame, ask) }
        let isBegun = await ask.begun?.value(orCancelled: true) { bound.run { $0.cancel(ask) } }
        guard isBegun == true else { return nil }
        return RemoteStream(ask, on: bound, limits: limits)
    }

    /// Begins no new call; closes when all open calls are answered.
    func drain() {
        bound.run { $0.drain() }
    }

    /// Closes at once.
    func close() {
        bound.run { $0.close() }
    }
}
