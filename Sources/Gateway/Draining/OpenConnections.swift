import Metrics
import NIOCore
import Synchronization
import Values

/// The connections of the gateway's clients: so many from one address and no more, and four times as
/// many from all addresses of one customer; and all of them at hand, so that a gateway that stops can
/// part with each while it still listens.
final class OpenConnections: Sendable {
    private struct State {
        var isListening = false
        var isDraining = false
        var open: [ObjectIdentifier: any Channel] = [:]
        /// How many of them each client has for whom the limit holds.
        var counts = ClientCounts()
    }

    private let state = Mutex(State())
    private let perAddressMax: Int
    private let perCustomerMax: Int
    private let exempt: [Networks]
    private let refused = Counter(label: "gauntlet_http_connections_refused_total")
    private let removals: AsyncStream<Void>
    private let removed: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - perAddressMax: How many an address may have, of IPv6 a network of 64 bits.
    ///   - exempt: Networks for which that does not hold.
    init(perAddressMax: Int = .max, exempt: [Networks] = []) {
        self.perAddressMax = perAddressMax
        let (product, isTooMuch) = perAddressMax.multipliedReportingOverflow(by: 4)
        perCustomerMax = isTooMuch ? .max : product
        self.exempt = exempt
        (removals, removed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether clients can connect.
    var isListening: Bool {
        state.withLock { $0.isListening }
    }

    /// Whether the gateway has begun to stop.
    var isDraining: Bool {
        state.withLock { $0.isDraining }
    }

    /// How many there are.
    var count: Int {
        state.withLock { $0.open.count }
    }

    /// Clients can connect from here on.
    func beginListening() {
        state.withLock { $0.isListening = true }
    }

    /// Counts a connection in until it is closed.
    ///
    /// - Parameters:
    ///   - channel: The connection.
    ///   - address: Where it comes from.
    /// - Returns: `false` where it is one too many for its address, and is not counted.
    func admit(_ channel: any Channel, from address: IPAddress?) -> Bool {
        let owner = address.flatMap { address in
            exempt.contains { $0.contains(address) } ? nil : address
        }
        let isAdmitted = state.withLock { state in
            if let owner {
                guard state.counts.ofLimitKey(owner) < perAddressMax,
                    state.counts.ofCustomer(owner) < perCustomerMax
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

    /// Has every connection end with its next response, or soon if nothing is asked; returns when
    /// none is left, or the limit is reached.
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
