import Logging
import NIOCore
import Synchronization
import Values
import Wire

/// Keeps one or several connections to every address of one endpoint: connects, waits until the
/// connection retires, and reconnects with growing, random pauses.
final class EndpointConnector: Sendable {
    /// Looks up the current addresses of an endpoint's host.
    typealias LookUp = @Sendable (Endpoint) async throws -> [SocketAddress]

    private let endpoint: Endpoint
    private let connections: Connections
    private let names: ClientHandshake.Names
    private let keys: ClusterKeys
    private let tls: TLS?
    private let connectionsPerAddress: Int
    private let unread: UnreadBudget
    private let timing: TransportTiming
    private let logger: Logger
    private let violations: ProtocolViolationLog
    private let lookUp: LookUp
    private let state = Mutex(State())

    private struct State {
        /// The connections that a task maintains at present.
        var kept: Set<Slot> = []
        /// Those of the first lookup's connections whose first attempt has not ended; `nil` before
        /// the first lookup has ended.
        var untried: Set<Slot>?
    }

    /// One of the connections to an address.
    private struct Slot: Hashable {
        let address: SocketAddress
        let number: Int
    }

    init(
        endpoint: Endpoint,
        connections: Connections,
        names: ClientHandshake.Names,
        keys: ClusterKeys,
        tls: TLS? = nil,
        connectionsPerAddress: Int = 1,
        unread: UnreadBudget = .shared,
        timing: TransportTiming,
        logger: Logger,
        violations: ProtocolViolationLog,
        lookUp: @escaping LookUp = { try await Resolver.addresses(of: $0.host, port: $0.port) }
    ) {
        self.endpoint = endpoint
        self.connections = connections
        self.names = names
        self.keys = keys
        self.tls = tls
        self.connectionsPerAddress = connectionsPerAddress
        self.unread = unread
        self.timing = timing
        self.logger = logger
        self.violations = violations
        self.lookUp = lookUp
    }

    /// The number of connections that are open or being attempted.
    var connectionCount: Int { state.withLock { $0.kept.count } }

    /// Whether every address of the first lookup has been tried. Until then it is unknown whether
    /// the endpoint is reachable.
    var hasTried: Bool { state.withLock { $0.untried?.isEmpty == true } }

    /// Maintains the connections until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            var backoff = Backoff(from: timing.firstPause, to: timing.longestPause)
            while !Task.isCancelled {
                let addresses = await addresses() ?? []
                for one in newConnections(to: addresses) {
                    group.addTask { await self.keep(one) }
                }
                if addresses.isEmpty {
                    backoff.grow()
                    try? await Task.sleep(for: backoff.pause)
                } else {
                    backoff.reset()
                    try? await Task.sleep(for: timing.resolution)
                }
            }
            group.cancelAll()
        }
    }

    /// Returns the connections that no task maintains yet, and marks them as kept.
    private func newConnections(to addresses: [SocketAddress]) -> [Slot] {
        state.withLock { state in
            var new: [Slot] = []
            for address in addresses {
                for number in 0..<connectionsPerAddress {
                    let one = Slot(address: address, number: number)
                    if state.kept.insert(one).inserted { new.append(one) }
                }
            }
            if state.untried == nil { state.untried = Set(new) }
            return new
        }
    }

    /// Returns `nil` when the lookup failed, which says nothing about any address.
    private func addresses() async -> [SocketAddress]? {
        do {
            return try await lookUp(endpoint)
        } catch {
            logger.debug(
                "Host lookup failed.",
                metadata: ["host": "\(endpoint.host)", "reason": "\(error)"]
            )
            return nil
        }
    }

    /// Maintains one connection until it is lost and a successful lookup no longer lists its
    /// address.
    private func keep(_ one: Slot) async {
        await keepConnecting(one)
        state.withLock { _ = $0.kept.remove(one) }
    }

    private func keepConnecting(_ one: Slot) async {
        let address = one.address
        var backoff = Backoff(from: timing.firstPause, to: timing.longestPause)
        var isListed = true
        var warned: HandshakeRefusal?
        while isListed, !Task.isCancelled {
            let start = ContinuousClock.now
            let refusal = await connectOnce(one)
            if let refusal, refusal != warned { warn(refusal, of: address) }
            warned = refusal
            if ContinuousClock.now - start > timing.longestPause { backoff.reset() }
            backoff.grow()
            try? await Task.sleep(for: backoff.pause)
            if let listed = await addresses() { isListed = listed.contains(address) }
        }
    }

    private func warn(_ refusal: HandshakeRefusal, of address: SocketAddress) {
        guard let sentence = refusal.sentence else { return }
        logger.warning(
            "Handshake failed.",
            metadata: [
                "wanted": "\(names.wanted)", "address": "\(address)", "reason": "\(sentence)",
            ]
        )
    }

    /// Connects once. Returns when the connection takes no more calls, or failed; then with the
    /// refusal, if the other side refused it.
    private func connectOnce(_ one: Slot) async -> HandshakeRefusal? {
        do {
            let connection = try await Connection.open(
                to: one.address,
                names: names,
                keys: keys,
                tls: tls,
                unread: unread,
                timing: timing,
                violations: violations,
                roomMade: { [connections] in connections.wake() }
            )
            connections.add(connection)
            wasTried(one)
            await connection.retired.value(orCancelled: ())
            if !Task.isCancelled { connections.remove(connection) }
            return nil
        } catch {
            logger.debug(
                "Connection attempt failed.",
                metadata: ["address": "\(one.address)", "reason": "\(error)"]
            )
            let refusal = error as? HandshakeRefusal
            connections.failed(refusal)
            wasTried(one)
            return refusal
        }
    }

    private func wasTried(_ one: Slot) {
        state.withLock { _ = $0.untried?.remove(one) }
    }
}
