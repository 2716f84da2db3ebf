import Metrics
import NIOCore
import NIOPosix
import Synchronization
import Values

/// Limits the clients that download or upload pictures at a time, per client network and in total,
/// because each takes a stream to mediad for as long as the client likes (2.14-limits).
///
/// A client whose network has all its slots waits for one, and is refused after a while. If its
/// network has slots left but all slots are taken, the gateway cuts another client that it is
/// waiting for: first one that has stalled for long, then one of the site with the most slots, then
/// the one that has stalled longest. Among clients that wait for a slot, the one whose site has the
/// fewest slots comes first.
final class PictureSlots: Sendable {
    /// How long clients wait, and how long the gateway waits for them.
    struct Patience: Sendable {
        /// How long a newcomer waits: for a slot of its network before it is refused, and for any
        /// slot before the gateway cuts a client that it has hardly waited for.
        var newcomer = TimeAmount.seconds(2)
        /// How long the gateway waits for a client before it cuts it in favour of a network with
        /// fewer slots.
        var grace = TimeAmount.milliseconds(150)
        /// The same in favour of a network that does not have fewer.
        var equalGrace = TimeAmount.seconds(2)
        /// The interval of checks for clients to cut or refuse.
        var look = TimeAmount.milliseconds(20)
    }

    private struct State {
        /// The clients that have a slot, or are the heir to one.
        private(set) var open: [ObjectIdentifier: PictureSlot.Holder] = [:]
        private var counts = ClientCounts()
        /// The clients that start once a client that was cut has returned its slot.
        var heirs: [ObjectIdentifier: EventLoopPromise<Bool>] = [:]
        var waiting: [Waiting] = []
        /// Whether checks are scheduled for the waiting clients.
        var isLooking = false

        mutating func add(_ holder: PictureSlot.Holder) {
            open[holder.id] = holder
            counts.add(1, for: holder.client)
        }

        mutating func remove(_ holder: PictureSlot.Holder) {
            if open.removeValue(forKey: holder.id) != nil {
                counts.add(-1, for: holder.client)
            }
        }

        func slots(ofLimitKey holder: PictureSlot.Holder) -> Int {
            counts.ofLimitKey(holder.client)
        }

        func slots(ofSite holder: PictureSlot.Holder) -> Int {
            counts.ofSite(holder.client)
        }
    }

    /// A client that waits for a slot.
    private struct Waiting {
        let holder: PictureSlot.Holder
        /// Succeeds with whether it got one.
        let granted: EventLoopPromise<Bool>
        let since: NIODeadline
    }

    private let state = Mutex(State())
    private let perNetwork: Int
    private let exempt: [Networks]
    private let patience: Patience
    private let most: @Sendable () -> Int
    private let now: @Sendable () -> NIODeadline
    private let cuts = Counter(label: "gauntlet_pictures_cut_total")
    private let refusals = Counter(label: "gauntlet_pictures_refused_total")

    /// - Parameters:
    ///   - perNetwork: The most slots of a client network.
    ///   - exempt: Networks that this limit does not apply to.
    ///   - patience: How long clients wait, and how long the gateway waits for them.
    ///   - now: The clock that measures waiting.
    ///   - most: Returns how many slots there are in total at present.
    init(
        perNetwork: Int,
        exempt: [Networks] = [],
        patience: Patience = Patience(),
        now: @escaping @Sendable () -> NIODeadline = { .now() },
        most: @escaping @Sendable () -> Int
    ) {
        self.perNetwork = perNetwork
        self.exempt = exempt
        self.patience = patience
        self.now = now
        self.most = most
    }

    /// The number of slots taken.
    var count: Int { state.withLock(\.open.count) }

    /// The number of clients that wait for a slot.
    var waitingCount: Int { state.withLock { $0.waiting.count + $0.heirs.count } }

    /// Takes a slot for a client, until its last reference is released.
    ///
    /// - Parameters:
    ///   - client: The client's address; `nil` if unknown.
    ///   - isThere: Whether the client's connection is open.
    ///   - cut: Closes the client's connection, which releases the slot.
    /// - Returns: The slot.
    /// - Throws: `gateway.pictures_exhausted` if the client's network has all its slots for too
    ///   long, if as many clients of its site wait as there are slots, or if the client has
    ///   disconnected.
    func take(
        for client: IPAddress?,
        isThere: @escaping @Sendable () -> Bool = { true },
        cut: @escaping @Sendable () -> Void
    ) async throws -> PictureSlot {
        let isBounded = client.map { client in !exempt.contains { $0.contains(client) } } ?? false
        let holder = PictureSlot.Holder(client, isBounded: isBounded, now, isThere, cut)
        let granted = try state.withLock { state -> EventLoopPromise<Bool>? in
            let most = most()
            if state.open.count < most, hasShare(holder, state), next(state) == nil {
                state.add(holder)
                return nil
            }
            let others = state.waiting.count { $0.holder.client?.site == client?.site }
            guard !isBounded || others < most else {
                refusals.increment()
                throw GatewayError.picturesExhausted
            }
            let loop = MultiThreadedEventLoopGroup.singleton.any()
            let waiting = Waiting(holder: holder, granted: loop.makePromise(), since: now())
            state.waiting.append(waiting)
            if !state.isLooking { loop.execute { self.look(on: loop) } }
            state.isLooking = true
            return waiting.granted
        }
        guard try await granted?.futureResult.get() != false else {
            refusals.increment()
            throw GatewayError.picturesExhausted
        }
        return PictureSlot(of: self, holder)
    }

    /// Checks now, and again at intervals until no client waits, whether slots can be given.
    private func look(on loop: any EventLoop) {
        settle()
        let looksAgain = state.withLock { state in
            state.isLooking = !state.waiting.isEmpty
            return state.isLooking
        }
        if looksAgain { loop.scheduleTask(in: patience.look) { self.look(on: loop) } }
    }

    /// Gives all slots that can be given, and refuses clients that have waited too long for a slot
    /// of their network.
    private func settle() {
        var answers: [(promise: EventLoopPromise<Bool>, isGranted: Bool)] = []
        var victims: [PictureSlot.Holder] = []
        let now = now()
        state.withLock { state in
            let over = state.waiting.filter { waiting in
                isLate(waiting, now) && !hasShare(waiting.holder, state)
                    || !waiting.holder.isThere()
            }
            let ids = Set(over.map(\.holder.id))
            state.waiting.removeAll { ids.contains($0.holder.id) }
            answers += over.map { ($0.granted, false) }
            let most = most()
            while let index = next(state) {
                let next = state.waiting[index]
                if state.open.count < most {
                    answers.append((next.granted, true))
                } else if let victim = victim(for: next, state, now) {
                    state.remove(victim)
                    state.heirs[victim.id] = next.granted
                    victims.append(victim)
                } else {
                    break
                }
                state.waiting.remove(at: index)
                state.add(next.holder)
            }
        }
        for victim in victims {
            cuts.increment()
            victim.cut()
        }
        for answer in answers { answer.promise.succeed(answer.isGranted) }
    }

    private func hasShare(_ holder: PictureSlot.Holder, _ state: State) -> Bool {
        !holder.isBounded || state.slots(ofLimitKey: holder) < perNetwork
    }

    private func isLate(_ waiting: Waiting, _ now: NIODeadline) -> Bool {
        waiting.since + patience.newcomer <= now
    }

    /// Returns the next client: among those whose network may have one more slot, the first of the
    /// site with the fewest slots.
    private func next(_ state: State) -> Int? {
        state.waiting.indices
            .filter { hasShare(state.waiting[$0].holder, state) }
            .min { one, other in
                state.slots(ofSite: state.waiting[one].holder)
                    < state.slots(ofSite: state.waiting[other].holder)
            }
    }

    /// Returns the client to cut for a newcomer. Never cuts one that the gateway is not waiting
    /// for. Cuts one that it has hardly waited for only once the newcomer has waited long, and
    /// after all others.
    private func victim(
        for newcomer: Waiting,
        _ state: State,
        _ now: NIODeadline
    ) -> PictureSlot.Holder? {
        let slots = state.slots(ofSite: newcomer.holder)
        let isLate = isLate(newcomer, now)
        let candidates = state.open.values.compactMap { holder in
            holder.waited(now).map {
                (holder, slots: state.slots(ofSite: holder), waited: $0)
            }
        }
        return candidates.filter { candidate in
            // Prevents networks with equally many slots from constantly taking them from each
            // other.
            let isRicher = slots == 0 || candidate.slots > slots + 1
            return isLate || candidate.waited >= (isRicher ? patience.grace : patience.equalGrace)
        }
        .max { one, other in
            let isLong = (one.waited >= patience.equalGrace, other.waited >= patience.equalGrace)
            guard isLong.0 == isLong.1 else { return isLong.1 }
            return (one.slots, one.waited) < (other.slots, other.waited)
        }?.0
    }

    func giveBack(_ holder: PictureSlot.Holder) {
        let heir = state.withLock { state in
            state.remove(holder)
            return state.heirs.removeValue(forKey: holder.id)
        }
        if let heir { heir.succeed(true) } else { settle() }
    }
}
