import Metrics
import NIOCore
import NIOPosix
import Synchronization
import Values

/// The places of those who see or hand in pictures: so many for a client network, and so many in
/// all, for each takes a stream to mediad for as long as its client likes.
///
/// Who finds the places of its network taken waits for one, and is then refused. Who finds all
/// places taken is not, for strangers took them: it gets the place of whoever has waited longest
/// for its client, who is cut. Where nobody has waited long it first waits a moment for a place
/// that becomes free.
final class PicturePlaces: Sendable {
    /// How long a client waits for a place of its network, and for any.
    struct Patience: Sendable {
        var network = TimeAmount.seconds(2)
        var any = TimeAmount.milliseconds(100)
        /// Who has waited so long for its client is cut at once.
        var silence = TimeAmount.seconds(1)
    }

    private struct State {
        var open: [ObjectIdentifier: PicturePlace.Holder] = [:]
        /// How many places each network has or waits for among all; at least 1.
        var shares: [IPAddress: Int] = [:]
        /// Who waits for a place of a network, and for any.
        var waitingForShare: [IPAddress: [EventLoopPromise<Bool>]] = [:]
        var waiting: [(holder: PicturePlace.Holder, granted: EventLoopPromise<Bool>)] = []
    }

    private let state = Mutex(State())
    private let perNetwork: Int
    private let exempt: [Networks]
    private let patience: Patience
    private let most: @Sendable () -> Int
    private let cuts = Counter(label: "gauntlet_pictures_cut_total")
    private let refusals = Counter(label: "gauntlet_pictures_refused_total")

    /// - Parameters:
    ///   - perNetwork: How many places a client network may have.
    ///   - exempt: Networks for which that does not hold.
    ///   - patience: How long who waits for what.
    ///   - most: How many places there are in all at present.
    init(
        perNetwork: Int,
        exempt: [Networks] = [],
        patience: Patience = Patience(),
        most: @escaping @Sendable () -> Int
    ) {
        self.perNetwork = perNetwork
        self.exempt = exempt
        self.patience = patience
        self.most = most
    }

    /// How many places are taken.
    var count: Int { state.withLock(\.open.count) }

    /// How many clients wait for a place.
    var waitingCount: Int {
        state.withLock { state in
            state.waitingForShare.values.reduce(state.waiting.count) { $0 + $1.count }
        }
    }

    /// A place for a client, until nobody holds it any more.
    ///
    /// - Parameters:
    ///   - client: The address of whoever asks; `nil` where it is not known.
    ///   - cut: Ends the client's connection, and with it what holds the place.
    /// - Returns: The place.
    /// - Throws: `gateway.pictures_exhausted` where the client's network has all that it may.
    func take(
        for client: IPAddress?,
        cut: @escaping @Sendable () -> Void
    ) async throws -> PicturePlace {
        let network = client.flatMap { client in
            exempt.contains { $0.contains(client) } ? nil : client.household
        }
        if let network { try await takeShare(of: network) }
        // From here on the share goes back with the place.
        let place = PicturePlace(of: self, network, cut: cut)
        await takeAny(place.holder)
        return place
    }

    // A network's places.

    private func takeShare(of network: IPAddress) async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let granted = state.withLock { state -> EventLoopPromise<Bool>? in
            guard state.shares[network, default: 0] >= perNetwork else {
                state.shares[network, default: 0] += 1
                return nil
            }
            let granted = loop.makePromise(of: Bool.self)
            state.waitingForShare[network, default: []].append(granted)
            return granted
        }
        guard let granted else { return }
        let alarm = loop.scheduleTask(in: patience.network) { [self] in
            giveUpShare(of: network, granted)
        }
        defer { alarm.cancel() }
        guard try await granted.futureResult.get() else {
            refusals.increment()
            throw GatewayError.picturesExhausted
        }
    }

    private func giveUpShare(of network: IPAddress, _ granted: EventLoopPromise<Bool>) {
        let isWaiting = state.withLock { state in
            guard
                let index = state.waitingForShare[network]?.firstIndex(where: {
                    $0.futureResult === granted.futureResult
                })
            else { return false }
            state.waitingForShare[network]?.remove(at: index)
            if state.waitingForShare[network]?.isEmpty == true {
                state.waitingForShare[network] = nil
            }
            return true
        }
        if isWaiting { granted.succeed(false) }
    }

    /// Passes a network's place on, or counts it off.
    private static func giveShareBack(
        of network: IPAddress,
        _ state: inout State
    ) -> EventLoopPromise<Bool>? {
        if var waiting = state.waitingForShare[network] {
            let next = waiting.removeFirst()
            state.waitingForShare[network] = waiting.isEmpty ? nil : waiting
            return next
        }
        let share = state.shares[network, default: 0]
        state.shares[network] = share > 1 ? share - 1 : nil
        return nil
    }

    // All places.

    private func takeAny(_ holder: PicturePlace.Holder) async {
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let silentSince = NIODeadline.now() - patience.silence
        let (granted, victim) = state.withLock { state in
            if state.open.count < most() {
                state.open[holder.id] = holder
                return (EventLoopPromise<Bool>?.none, PicturePlace.Holder?.none)
            }
            if let victim = Self.longestWaiting(state), victim.waitingSince <= silentSince {
                state.open[victim.id] = nil
                state.open[holder.id] = holder
                return (nil, victim)
            }
            let granted = loop.makePromise(of: Bool.self)
            state.waiting.append((holder, granted))
            return (granted, nil)
        }
        if let victim { cut(victim) }
        guard let granted else { return }
        let alarm = loop.scheduleTask(in: patience.any) { [self] in takePlace(for: holder) }
        defer { alarm.cancel() }
        _ = try? await granted.futureResult.get()
    }

    /// Who has waited for a place long enough gets that of whoever has waited longest for its
    /// client.
    private func takePlace(for holder: PicturePlace.Holder) {
        let (granted, victim) = state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0.holder === holder }) else {
                return (EventLoopPromise<Bool>?.none, PicturePlace.Holder?.none)
            }
            let granted = state.waiting.remove(at: index).granted
            let victim = state.open.count < most() ? nil : Self.longestWaiting(state)
            if let victim { state.open[victim.id] = nil }
            state.open[holder.id] = holder
            return (granted, victim)
        }
        if let victim { cut(victim) }
        granted?.succeed(true)
    }

    /// Of several that do not wait, the one that began first.
    private static func longestWaiting(_ state: State) -> PicturePlace.Holder? {
        state.open.values.min {
            ($0.waitingSince, $0.begun) < ($1.waitingSince, $1.begun)
        }
    }

    private func cut(_ holder: PicturePlace.Holder) {
        cuts.increment()
        holder.cut()
    }

    fileprivate func giveBack(_ holder: PicturePlace.Holder) {
        let granted = state.withLock { state in
            let share = holder.network.flatMap { Self.giveShareBack(of: $0, &state) }
            guard state.open.removeValue(forKey: holder.id) != nil,
                state.open.count < most(), !state.waiting.isEmpty
            else { return [share] }
            let next = state.waiting.removeFirst()
            state.open[next.holder.id] = next.holder
            return [share, next.granted]
        }
        for granted in granted { granted?.succeed(true) }
    }
}

/// A place among those who see or hand in pictures; given back when nobody holds it any more.
final class PicturePlace: Sendable {
    /// What is known of whoever has the place.
    fileprivate final class Holder: Sendable {
        let network: IPAddress?
        let begun = NIODeadline.now()
        let cut: @Sendable () -> Void
        private let since = Atomic<UInt64>(.max)

        init(_ network: IPAddress?, cut: @escaping @Sendable () -> Void) {
            self.network = network
            self.cut = cut
        }

        var id: ObjectIdentifier { ObjectIdentifier(self) }

        /// Since when the client is waited for; far in the future where it is not.
        var waitingSince: NIODeadline {
            .uptimeNanoseconds(since.load(ordering: .relaxed))
        }

        func wait(_ isWaiting: Bool) {
            let now = isWaiting ? NIODeadline.now().uptimeNanoseconds : .max
            since.store(now, ordering: .relaxed)
        }
    }

    fileprivate let holder: Holder
    private let places: PicturePlaces

    fileprivate init(
        of places: PicturePlaces,
        _ network: IPAddress?,
        cut: @escaping @Sendable () -> Void
    ) {
        self.places = places
        holder = Holder(network, cut: cut)
    }

    deinit {
        places.giveBack(holder)
    }

    /// The client is waited for from here on.
    func beginWaiting() {
        holder.wait(true)
    }

    /// The client was there.
    func endWaiting() {
        holder.wait(false)
    }
}
