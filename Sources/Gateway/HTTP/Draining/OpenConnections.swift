import Metrics
import NIOCore
import Synchronization
import Values

/// The connections of the gateway's clients. One address may have a limited number, and all
/// addresses of one site four times as many. A gateway that is stopping drains each of them
/// while it still listens.
final class OpenConnections: Sendable {
    private struct State {
        var isListening = false
        var isDraining = false
        var open: [ObjectIdentifier: any Channel] = [:]
        /// How many connections each client has that the limit applies to.
        var counts = ClientCounts()
    }

    private let state = Mutex(State())
    private let perAddressMax: Int
    private let perSiteMax: Int
    private let exempt: [Networks]
    private let refused = Counter(label: "gauntlet_http_connections_refused_total")
    private let removals: AsyncStream<Void>
    private let removed: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - perAddressMax: The most connections of one address; for IPv6, of one /64 network.
    ///   - exempt: Networks that the limit does not apply to.
    init(perAddressMax: Int = .max, exempt: [Networks] = []) {
        self.perAddressMax = perAddressMax
        let (product, isTooMuch) = perAddressMax.multipliedReportingOverflow(by: 4)
        perSiteMax = isTooMuch ? .max : product
        self.exempt = exempt
        (removals, removed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether clients can connect.
    var isListening: Bool {
        state.withLock { $0.isListening }
    }

    /// Whether the gateway is stopping.
    var isDraining: Bool {
        state.withLock { $0.isDraining }
    }

    /// The number of open connections.
    var count: Int {
        state.withLock { $0.open.count }
    }

    /// Marks the gateway as accepting connections.
    func beginListening() {
        state.withLock { $0.isListening = true }
    }

    /// Counts a connection until it is closed.
    ///
    /// - Parameters:
    ///   - channel: The connection.
    ///   - address: The client's address.
    /// - Returns: `false` if it exceeds its address's limit, and is not counted.
    func admit(_ channel: any Channel, from address: IPAddress?) -> Bool {
        let owner = address.flatMap { address in
            exempt.contains { $0.contains(address) } ? nil : address
        }
        let isAdmitted = state.withLock { state in
            if let owner {
                guard state.counts.ofLimitKey(owner) < perAddressMax,
                    state.counts.ofSite(owner) < perSiteMax
                else { return false }
                state.counts.add(1, for: owner)
            }
            state.open[ObjectIdentifier(channel)] = channel
            return true
        }
        guard isAdmitted else {
            refused.increment()
            return false
        }
        channel.closeFuture.whenComplete { [self] _ in remove(channel, of: owner) }
        return true
    }

    private func remove(_ channel: any Channel, of owner: IPAddress?) {
        state.withLock { state in
            state.open[ObjectIdentifier(channel)] = nil
            if let owner { state.counts.add(-1, for: owner) }
        }
        removed.yield()
    }

    /// Ends every connection with its next response, or soon if it is idle. Returns when none is
    /// left, or at the limit.
    func drain(within limit: Duration) async {
        let open = state.withLock { state in
            state.isDraining = true
            return Array(state.open.values)
        }
        for channel in open { Self.drain(with: channel) }
        await withDiscardingTaskGroup { group in
            group.addTask { [self] in
                try? await Task.sleep(for: limit)
                removed.finish()
            }
            await untilEmpty()
            group.cancelAll()
        }
    }

    static func drain(with channel: any Channel) {
        channel.eventLoop.execute {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    private func untilEmpty() async {
        if count == 0 { return }
        for await _ in removals where count == 0 { return }
    }
}
