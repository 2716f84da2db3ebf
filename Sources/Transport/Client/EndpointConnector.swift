import Logging
import NIOCore
import Synchronization
import Values
import Wire

/// Keeps one connection, or several, to every address of one endpoint: connects, waits until the
/// connection is of no more use, and connects again, with growing and random pauses.
final class EndpointConnector: Sendable {
    /// Finds the addresses for which a host's name stands at present.
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
        /// The connections that somebody keeps at present.
        var kept: Set<Slot> = []
        /// Those to the first addresses that were found whose first attempt has not ended; `nil`
        /// before the first lookup has.
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

    /// How many connections are kept, or tried, at present.
    var connectionCount: Int { state.withLock { $0.kept.count } }

    /// Whether every address that was found at first was tried: until then it is not known whether
    /// the endpoint can be reached.
    var hasTried: Bool { state.withLock { $0.untried?.isEmpty == true } }

    /// Until the task is cancelled.
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

    /// Those of the wanted connections that nobody keeps yet.
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

    /// `nil` when the lookup failed, which says nothing of any address.
    private func addresses() async -> [SocketAddress]? {
        do {
            return try await lookUp(endpoint)
        } catch {
            logger.debug(
                "A host could not be looked up.",
                metadata: ["host": "\(endpoint.host)", "reason": "\(error)"]
            )
            return nil
        }
    }

    /// Keeps one connection until it is lost and a lookup succeeds that no longer lists its address.
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
            "A connection was refused.",
            metadata: [
                "wanted": "\(names.wanted)", "address": "\(address)", "reason": "\(sentence)",
            ]
        )
    }

    /// Returns when the connection failed, and why the other side refused it if that was the
    /// reason, or when it takes no further call.
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
                "A connection could not be opened.",
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
