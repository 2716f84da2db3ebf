import Metrics
import NIOCore
import NIOPosix
import Synchronization
import Values

/// The places of those who see or hand in pictures: so many for a client network, and so many in
/// all, for each takes a stream to mediad for as long as its client likes (2.14-limits).
///
/// Who finds the places of its network taken waits for one, and is then refused. Who finds all
/// places taken is not, for strangers took them: whoever is waited for longest is cut for it, of
/// the customer with the most places where several are waited for long. Of those that wait, whose
/// customer has the fewest places comes first.
final class PictureSlots: Sendable {
    /// How long who waits for what.
    struct Patience: Sendable {
        /// How long a newcomer waits for a place of its network before it is refused, and for any
        /// before somebody is cut who is hardly waited for.
        var newcomer = TimeAmount.seconds(2)
        /// How long a client is waited for before it is cut for a network that has fewer places.
        var grace = TimeAmount.milliseconds(150)
        /// The same for a network that has not.
        var equalGrace = TimeAmount.seconds(2)
        /// How often is looked who may be cut or refused.
        var look = TimeAmount.milliseconds(20)
    }

    private struct State {
        /// Who has a place, or is the heir to one.
        private(set) var open: [ObjectIdentifier: PictureSlot.Holder] = [:]
        private var counts = ClientCounts()
        /// Who begins once somebody who was cut has left its place.
        var heirs: [ObjectIdentifier: EventLoopPromise<Bool>] = [:]
        var waiting: [Waiting] = []
        /// Whether somebody looks from time to time for those who wait.
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

        func slots(ofCustomer holder: PictureSlot.Holder) -> Int {
            counts.ofCustomer(holder.client)
        }
    }

    /// Who waits for a place.
    private struct Waiting {
        let holder: PictureSlot.Holder
        /// Whether it got one.
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
    ///   - perNetwork: How many places a client network may have.
    ///   - exempt: Networks for which that does not hold.
    ///   - patience: How long who waits for what.
    ///   - now: The clock that waiting is measured with.
    ///   - most: How many places there are in all at present.
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

    /// How many places are taken.
    var count: Int { state.withLock(\.open.count) }

    /// How many clients wait for a place.
    var waitingCount: Int { state.withLock { $0.waiting.count + $0.heirs.count } }

    /// A place for a client, until nobody holds it any more.
    ///
    /// - Parameters:
    ///   - client: The address of whoever asks; `nil` where it is not known.
    ///   - isThere: Whether the client's connection is open.
    ///   - cut: Ends the client's connection, and with it what holds the place.
    /// - Returns: The place.
    /// - Throws: `gateway.pictures_exhausted` where the client's network has all that it may, or as
    ///   many of its customer wait as there are places, or the client has gone.
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
            let others = state.waiting.count { $0.holder.client?.customer == client?.customer }
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

    /// Looks now and from time to time whether places can be given, until nobody waits.
    private func look(on loop: any EventLoop) {
        settle()
        let looksAgain = state.withLock { state in
            state.isLooking = !state.waiting.isEmpty
            return state.isLooking
        }
        if looksAgain { loop.scheduleTask(in: patience.look) { self.look(on: loop) } }
    }

    /// Gives all places that can be given, and refuses who has waited too long for its network's.
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

    /// Whose turn it is: of those whose network may have one more, who came first of the network
    /// that has the fewest.
    private func next(_ state: State) -> Int? {
        state.waiting.indices
            .filter { hasShare(state.waiting[$0].holder, state) }
            .min { one, other in
                state.slots(ofCustomer: state.waiting[one].holder)
                    < state.slots(ofCustomer: state.waiting[other].holder)
            }
    }

    /// Who is cut for a newcomer: never one for whose client nothing waits, and who has hardly been
    /// waited for only where nobody else is.
    private func victim(
        for newcomer: Waiting,
        _ state: State,
        _ now: NIODeadline
    ) -> PictureSlot.Holder? {
        let slots = state.slots(ofCustomer: newcomer.holder)
        let isLate = isLate(newcomer, now)
        let candidates = state.open.values.compactMap { holder in
            holder.waited(now).map {
                (holder, slots: state.slots(ofCustomer: holder), waited: $0)
            }
        }
        return candidates.filter { candidate in
            // Networks that have as many places do not take them from each other all the time.
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
