import Metrics
import NIOCore
import Synchronization
import Values

/// The connections of the gateway's clients. Limits the connections of each address, and allows all
/// addresses of one site together four times as many. A stopping gateway drains the connections
/// while it still listens.
final class OpenConnections: Sendable {
    private struct State {
        var isListening = false
        var isDraining = false
        /// Whether the drain closes idle connections now.
        var endsIdle = false
        /// Stops accepting connections when the gateway stops.
        var listener: (any Channel)?
        /// Connections that were accepted there and are not open yet.
        var arriving: Set<ObjectIdentifier> = []
        var open: [ObjectIdentifier: any Channel] = [:]
        /// The number of connections of each client that the limit applies to.
        var counts = ClientCounts()
    }

    private let state = Mutex(State())
    /// The number of connections with an unanswered request.
    private let busy = Atomic(0)
    private let perAddressMax: Int
    private let perSiteMax: Int
    private let exempt: [Networks]
    private let refused = Counter(label: "gauntlet_http_connections_refused_total")
    private let changes: AsyncStream<Void>
    private let changed: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - perAddressMax: The maximum number of connections of one address; for IPv6, of one /64
    ///     network.
    ///   - exempt: Networks that the limit does not apply to.
    init(perAddressMax: Int = .max, exempt: [Networks] = []) {
        self.perAddressMax = perAddressMax
        let (product, isTooMuch) = perAddressMax.multipliedReportingOverflow(by: 4)
        perSiteMax = isTooMuch ? .max : product
        self.exempt = exempt
        (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
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

    /// Sets the listener that stops accepting connections when the drain begins, and then closes.
    /// Another process that listens on the same socket takes the new connections.
    func stop(_ listener: any Channel) {
        state.withLock { $0.listener = listener }
    }

    /// Registers an accepted connection as arriving, until it is admitted or closed.
    func accepted(_ channel: any Channel) {
        state.withLock { _ = $0.arriving.insert(ObjectIdentifier(channel)) }
        channel.closeFuture.whenComplete { [self] _ in
            state.withLock { _ = $0.arriving.remove(ObjectIdentifier(channel)) }
            changed.yield()
        }
    }

    /// Counts a connection as busy, or as idle again.
    func count(busy isBusy: Bool) {
        let count = busy.add(isBusy ? 1 : -1, ordering: .relaxed).newValue
        if count == 0, isDraining { changed.yield() }
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
        defer { if isDraining { changed.yield() } }
        let isAdmitted = state.withLock { state in
            state.arriving.remove(ObjectIdentifier(channel))
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
        changed.yield()
    }

    /// Ends every connection with its next response; once none is busy, or after `limit`, ends idle
    /// ones too. Returns when no connection is left, or after `limit`.
    func drain(within limit: Duration) async {
        let (open, listener) = state.withLock { state in
            state.isDraining = true
            return (state.open.values, state.listener)
        }
        for channel in open { tell(channel) }
        await withDiscardingTaskGroup { group in
            group.addTask { [changed] in
                try? await Task.sleep(for: limit)
                changed.finish()
            }
            if let listener { await stopAccepting(listener) }
            await changes(until: { $0.busy.load(ordering: .relaxed) == 0 })
            let open = state.withLock { state in
                state.endsIdle = true
                return state.open.values
            }
            for channel in open { tell(channel) }
            await changes(until: { $0.count == 0 })
            group.cancelAll()
        }
    }

    /// Closing a listener drops the connections that are arriving, so they are awaited first.
    private func stopAccepting(_ listener: any Channel) async {
        try? await listener.setOption(.autoRead, value: false).get()
        await changes(until: { $0.state.withLock(\.arriving.isEmpty) })
        try? await listener.close()
        state.withLock { $0.isListening = false }
    }

    /// Tells a connection how far the drain has come.
    func tell(_ channel: any Channel) {
        guard isDraining else { return }
        let endsIdle = state.withLock(\.endsIdle)
        channel.eventLoop.execute {
            let pipeline = channel.pipeline
            pipeline.fireUserInboundEventTriggered(GatewayStopping())
            if endsIdle { pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
        }
    }

    private func changes(until holds: (OpenConnections) -> Bool) async {
        if holds(self) { return }
        for await _ in changes where holds(self) { return }
    }
}

/// An inbound event: the gateway is stopping, and the next response is the connection's last.
struct GatewayStopping {}
