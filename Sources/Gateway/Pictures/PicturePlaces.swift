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
/// for its client, who is cut. Where nobody has waited for a while it waits until somebody has, or
/// a place is free. Of several that wait it is the turn of whose network has the fewest places.
final class PicturePlaces: Sendable {
    /// How long who waits for what.
    struct Patience: Sendable {
        /// A client, for a place of its network.
        var network = TimeAmount.seconds(2)
        /// A client, for any, before somebody is cut who has hardly waited for its own.
        var any = TimeAmount.seconds(2)
        /// Who has a place, for its client, before it is cut for a network that has fewer places.
        var grace = TimeAmount.milliseconds(150)
        /// The same, where its network has hardly more places than the newcomer's.
        var equalGrace = TimeAmount.seconds(2)
        /// How often is looked who may be.
        var look = TimeAmount.milliseconds(20)
    }

    private struct State {
        private(set) var open: [ObjectIdentifier: PicturePlace.Holder] = [:]
        /// How many of them each network has; at least 1.
        private var places: [IPAddress: Int] = [:]
        /// Who was cut, and still has its place, with its stream.
        var ending: Set<ObjectIdentifier> = []
        /// How many places each network has or waits for among all; at least 1.
        var shares: [IPAddress: Int] = [:]
        /// Who waits for a place of a network, and for any.
        var waitingForShare: [IPAddress: [EventLoopPromise<Bool>]] = [:]
        var waiting: [Waiting] = []
        /// Whether somebody looks from time to time for those who wait.
        var isLooking = false

        mutating func add(_ holder: PicturePlace.Holder) {
            open[holder.id] = holder
            if let network = holder.network { places[network, default: 0] += 1 }
        }

        mutating func remove(_ holder: PicturePlace.Holder) {
            guard open.removeValue(forKey: holder.id) != nil, let network = holder.network else {
                return
            }
            let left = places[network, default: 1] - 1
            places[network] = left > 0 ? left : nil
        }

        /// How many places a network has; none is counted of one that is spared.
        func count(of network: IPAddress?) -> Int {
            network.flatMap { places[$0] } ?? 0
        }
    }

    /// Who waits for any place.
    private struct Waiting {
        let holder: PicturePlace.Holder
        let granted: EventLoopPromise<Bool>
        let since = NIODeadline.now()
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
    var count: Int { state.withLock { $0.open.count + $0.ending.count } }

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
        let granted = loop.makePromise(of: Bool.self)
        state.withLock { $0.waiting.append(Waiting(holder: holder, granted: granted)) }
        settle()
        let beginsToLook = state.withLock { state in
            guard !state.isLooking, !state.waiting.isEmpty else { return false }
            state.isLooking = true
            return true
        }
        if beginsToLook { lookAgain(on: loop) }
        _ = try? await granted.futureResult.get()
    }

    /// Looks from time to time whether places can be given, until nobody waits.
    private func lookAgain(on loop: any EventLoop) {
        loop.scheduleTask(in: patience.look) { [self] in
            settle()
            let looksAgain = state.withLock { state in
                state.isLooking = !state.waiting.isEmpty
                return state.isLooking
            }
            if looksAgain { lookAgain(on: loop) }
        }
    }

    /// Gives all places that can be given.
    private func settle() {
        var granted: [EventLoopPromise<Bool>] = []
        var victims: [PicturePlace.Holder] = []
        let now = NIODeadline.now()
        state.withLock { state in
            let most = most()
            while !state.waiting.isEmpty {
                if state.open.count + state.ending.count < most {
                    guard let next = Self.next(after: 0, state) else { break }
                    let waiting = state.waiting.remove(at: next.index)
                    state.add(waiting.holder)
                    granted.append(waiting.granted)
                    continue
                }
                // Places are on their way for those who come first.
                guard let next = Self.next(after: state.ending.count, state),
                    let victim = Self.longestWaiting(state)
                else { break }
                let isUrgent = state.waiting[next.index].since + patience.any <= now
                let grace = isUrgent ? patience.grace : grace(of: victim, for: next.places, state)
                // Only who has no place at all takes one of somebody who has hardly waited.
                guard victim.waitingSince <= now - grace || isUrgent && next.places == 0 else {
                    break
                }
                state.remove(victim)
                state.ending.insert(victim.id)
                victims.append(victim)
            }
        }
        for victim in victims { cut(victim) }
        for granted in granted { granted.succeed(true) }
    }

    /// Whose turn it is after so many others, and how many places its network has: those of the
    /// networks that have fewest come first, in the order in which they came.
    private static func next(after others: Int, _ state: State) -> (index: Int, places: Int)? {
        guard others < state.waiting.count else { return nil }
        let places = state.waiting.enumerated().map { index, waiting in
            (places: state.count(of: waiting.holder.network), index: index)
        }
        let next = others == 0 ? places.min(by: <) : places.sorted(by: <)[others]
        return next.map { ($0.index, $0.places) }
    }

    /// Networks that have as many places do not take them from each other all the time.
    private func grace(
        of victim: PicturePlace.Holder,
        for places: Int,
        _ state: State
    ) -> TimeAmount {
        let isPoorer = places == 0 || places + 1 < state.count(of: victim.network)
        return isPoorer ? patience.grace : max(patience.grace, patience.equalGrace)
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
        let (share, isPlaceFree) = state.withLock { state in
            let share = holder.network.flatMap { Self.giveShareBack(of: $0, &state) }
            state.remove(holder)
            state.ending.remove(holder.id)
            return (share, !state.waiting.isEmpty)
        }
        share?.succeed(true)
        if isPlaceFree { settle() }
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

        /// The client has taken something: it is waited for anew, where it is.
        func took() {
            let before = since.load(ordering: .relaxed)
            guard before != .max else { return }
            let now = NIODeadline.now().uptimeNanoseconds
            _ = since.compareExchange(expected: before, desired: now, ordering: .relaxed)
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

    /// The client was seen to take bytes of those that wait for it.
    func took() {
        holder.took()
    }
}
