import Logging
import Metrics
import NIOCore
import RPC
import Synchronization
import Wire

/// The state shared by all connections of one server. A class, so that a call that holds it copies
/// nothing.
final class ServerState: Sendable {
    let name: ServiceName
    let build: String
    let switchboard: Switchboard
    let keys: ClusterKeys
    let limits: ConnectionLimits
    let timing: TransportTiming
    let logger: Logger
    let peers: Peers
    let refusals: RefusalLog
    let violations: ProtocolViolationLog
    let callQueue: CallQueue
    let unread: UnreadBudget

    init(
        name: ServiceName,
        build: String,
        switchboard: Switchboard,
        keys: ClusterKeys,
        limits: ConnectionLimits,
        timing: TransportTiming,
        logger: Logger,
        calls: CallLimits,
        unread: UnreadBudget
    ) {
        self.name = name
        self.build = build
        self.switchboard = switchboard
        self.keys = keys
        self.limits = limits
        self.timing = timing
        self.logger = logger
        self.unread = unread
        peers = Peers(unauthenticatedMax: Limits.unauthenticatedPeersMax)
        refusals = RefusalLog(logger: logger)
        violations = ProtocolViolationLog(logger: logger)
        callQueue = CallQueue(calls)
    }
}

/// A server's connections.
final class Peers: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: LoopBound<ServerConnection>] = [:]
        var unauthenticated: Set<ObjectIdentifier> = []
        var isDraining = false
        /// The number accepted so far.
        var admitted = 0
        var empty: [OneShot<Bool>] = []
    }

    private let state = Mutex(State())
    private let unauthenticatedMax: Int
    private let open = Meter(label: "gauntlet_connections", dimensions: [("side", "answering")])

    init(unauthenticatedMax: Int) {
        self.unauthenticatedMax = unauthenticatedMax
    }

    /// Whether the server is draining.
    var isDraining: Bool { state.withLock(\.isDraining) }

    /// The number of connections.
    var count: Int { state.withLock(\.connections.count) }

    /// The number of connections accepted so far.
    var admitted: Int { state.withLock(\.admitted) }

    /// Adds an unauthenticated connection; returns `false` when there are too many.
    func admit(_ connection: ServerConnection, _ bound: LoopBound<ServerConnection>) -> Bool {
        let id = ObjectIdentifier(connection)
        return state.withLock { state in
            guard state.unauthenticated.count < unauthenticatedMax else { return false }
            state.unauthenticated.insert(id)
            state.connections[id] = bound
            state.admitted += 1
            open.increment()
            return true
        }
    }

    func authenticated(_ connection: ServerConnection) {
        let id = ObjectIdentifier(connection)
        state.withLock { _ = $0.unauthenticated.remove(id) }
    }

    func left(_ connection: ServerConnection) {
        let id = ObjectIdentifier(connection)
        let waiting = state.withLock { state -> [OneShot<Bool>] in
            state.unauthenticated.remove(id)
            if state.connections.removeValue(forKey: id) != nil { open.decrement() }
            guard state.connections.isEmpty else { return [] }
            defer { state.empty = [] }
            return state.empty
        }
        for wait in waiting { wait.finish(true) }
    }

    /// Drains every connection: no new call begins.
    func drain() {
        let connections = state.withLock { state in
            state.isDraining = true
            return Array(state.connections.values)
        }
        for connection in connections { connection.run { $0.drain() } }
    }

    /// Closes every connection and cancels what runs.
    func close() {
        for connection in state.withLock({ Array($0.connections.values) }) {
            connection.run { $0.close() }
        }
    }

    /// Waits until no connection is left; returns `false` when the task is cancelled first.
    func empty(_ wait: OneShot<Bool>) async -> Bool {
        let isEmpty = state.withLock { state in
            if !state.connections.isEmpty { state.empty.append(wait) }
            return state.connections.isEmpty
        }
        if isEmpty { wait.finish(true) }
        return await wait.value(orCancelled: false)
    }
}

/// Counts the peers refused before they were authenticated, and logs at most one a minute, so that
/// no peer can fill the log.
final class RefusalLog: Sendable {
    private let refusals = Mutex(Tally())
    private let logger: Logger
    private let refused: [HandshakeRefusal: Counter]

    init(logger: Logger) {
        self.logger = logger
        refused = Dictionary(
            uniqueKeysWithValues: HandshakeRefusal.allCases.map { refusal in
                let dimensions = [("reason", refusal.rawValue)]
                return (
                    refusal,
                    Counter(label: "gauntlet_peers_refused_total", dimensions: dimensions)
                )
            }
        )
    }

    /// The number of peers refused before they were authenticated.
    var count: Int { refusals.withLock(\.count) }

    func note(
        _ refusal: HandshakeRefusal,
        from address: SocketAddress?,
        now: ContinuousClock.Instant = .now
    ) {
        refused[refusal]?.increment()
        guard let unlogged = refusals.withLock({ $0.add(at: now) }) else { return }
        logger.warning(
            "Connection refused during the handshake.",
            metadata: [
                "reason": "\(refusal.rawValue)", "why": "\(refusal.serverSentence)",
                "address": "\(address?.ipAddress ?? "unknown")", "unlogged": "\(unlogged)",
            ]
        )
    }
}
