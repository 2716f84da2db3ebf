import Synchronization

/// Opens the connections of a database, one at a time, for whoever needs one most. After a failure
/// it pauses, longer after each.
///
/// Where the server has no room for one more, whoever has several and needs them less gives one up.
final class Opener: Sendable {
    /// How much one more connection is needed.
    enum Need: Int, Comparable {
        case none
        /// There are some, and more would be used.
        case more
        /// There are some, and somebody waits for one.
        case some
        /// There is none, and somebody waits for one.
        case urgent

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// Who keeps connections.
    protocol Owner: AnyObject, Sendable {
        /// What a new connection is to be.
        var configuration: PipelinedConnection.Configuration { get }
        var need: Need { get }
        /// The connections that are open.
        var openCount: Int { get }
        /// Takes over a new connection.
        func take(_ connection: PipelinedConnection)
        /// A connection could not be opened for it.
        func wasRefused()
        /// Ends one of its connections, at once or when it comes back.
        func giveUpOne()
        /// Ends all waits.
        func refuseAll(_ error: PostgresError)
    }

    private struct Member {
        weak var owner: (any Owner)?
    }

    private struct State {
        var members: [Member] = []
        var isClosed = false
        var isRunning = false
        /// Somebody has asked since the thread last looked.
        var isAsked = false
        var pacing = AttemptPacing()
        /// When the first attempt began that failed, or has not ended yet, while no connection was
        /// open; `nil` where one is.
        var failingSince: UInt64?
        /// Somebody has given a connection up, and none was opened since.
        var hasMadeRoom = false
        var stopWaiters: [CheckedContinuation<Void, Never>] = []
    }

    private let watch: Watch
    private let state = Mutex(State())
    private let wakeup = Wakeup()

    init(_ watch: Watch) {
        self.watch = watch
    }

    /// Since when no connection can be opened, and none is open.
    var failingSince: UInt64? { state.withLock { $0.failingSince } }

    /// Says for whom connections are opened; of those with the same need the first has it first.
    func serve(_ owners: [any Owner]) {
        state.withLock { $0.members = owners.map { Member(owner: $0) } }
    }

    /// Somebody needs a connection.
    func ask() {
        let starts = state.withLock { state in
            state.isAsked = true
            guard !state.isRunning, !state.isClosed else { return false }
            state.isRunning = true
            return true
        }
        guard starts else { return }
        watch.start()
        let isRunning = DedicatedThread.start { [self] in run() }
        guard !isRunning else { return }
        state.withLock { $0.isRunning = false }
        for owner in owners { owner.refuseAll(.unavailable("no thread to be had")) }
    }

    /// Opens nothing more, and waits until an attempt under way has ended.
    func close() async {
        state.withLock { $0.isClosed = true }
        wakeup.wake()
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.isRunning { state.stopWaiters.append(continuation) }
                return !state.isRunning
            }
            if isOver { continuation.resume() }
        }
    }

    private var owners: [any Owner] { state.withLock { $0.members.compactMap(\.owner) } }

    /// No connection is open.
    var isDown: Bool { owners.allSatisfy { $0.openCount == 0 } }

    private func run() {
        while let (owner, need) = neediest() {
            makeRoom(for: owner, need)
            // Connections that are open are no sign of life while the database is away.
            let isMissed = owner.configuration.availability.isAway || isDown
            let rest = state.withLock {
                $0.pacing.rest(at: monotonicNanoseconds(), isMissed: isMissed)
            }
            if rest > 0 {
                // Who needs one most may be another afterwards, and the database may be away.
                let pause = Int32(min(rest, Watch.probeInterval.nanoseconds) / 1_000_000 + 1)
                _ = wakeup.wait(socket: -1, writing: false, milliseconds: pause)
            } else {
                open(for: owner)
            }
        }
    }

    /// Who needs a connection most; with nobody, the thread is over.
    private func neediest() -> (owner: any Owner, need: Need)? {
        while true {
            let owners = state.withLock { state in
                state.isAsked = false
                return state.isClosed ? [] : state.members.compactMap(\.owner)
            }
            var best: (owner: any Owner, need: Need)?
            for owner in owners {
                let need = owner.need
                if need > (best?.need ?? .none) { best = (owner, need) }
            }
            if let best { return best }
            if stop() { return nil }
        }
    }

    /// The thread ends, unless somebody has asked meanwhile.
    private func stop() -> Bool {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
            guard !state.isAsked || state.isClosed else { return nil }
            state.isRunning = false
            state.failingSince = nil
            defer { state.stopWaiters = [] }
            return state.stopWaiters
        }
        for waiter in waiters ?? [] { waiter.resume() }
        return waiters != nil
    }

    /// Has another owner give up a connection, where the server had no room for one more. Once
    /// only, until a connection was opened: it may refuse for other reasons.
    private func makeRoom(for owner: any Owner, _ need: Need) {
        guard need != .more else { return }
        let other = owners.first { $0 !== owner && $0.openCount > 1 && $0.need < need }
        guard let other else { return }
        let isNeeded = state.withLock { state in
            guard state.pacing.hasFailed, !state.hasMadeRoom else { return false }
            state.hasMadeRoom = true
            state.pacing.reset()
            return true
        }
        if isNeeded { other.giveUpOne() }
    }

    private func open(for owner: any Owner) {
        let configuration = owner.configuration
        let start = monotonicNanoseconds()
        if isDown { state.withLock { $0.failingSince = $0.failingSince ?? start } }
        do {
            let connection = try PipelinedConnection(connecting: configuration)
            state.withLock { state in
                state.pacing.reset()
                state.failingSince = nil
                state.hasMadeRoom = false
            }
            configuration.metrics.hasOpened()
            configuration.availability.answered()
            owner.take(connection)
        } catch {
            let isDown = isDown
            state.withLock { state in
                state.failingSince = isDown ? state.failingSince ?? start : nil
                state.pacing.fail(at: monotonicNanoseconds())
            }
            configuration.metrics.wasRefused()
            if isDown {
                configuration.availability.refused(error)
            } else {
                configuration.availability.refusedMore(error)
            }
            owner.wasRefused()
        }
    }
}
