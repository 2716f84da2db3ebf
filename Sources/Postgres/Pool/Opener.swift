import Synchronization

/// Opens the connections of a database, one at a time, for the owner that needs one most. After a
/// failure it pauses, longer after each.
///
/// If the server has no room for another connection, an owner that has several and needs them less
/// gives one up.
final class Opener: Sendable {
    /// How much one more connection is needed.
    enum Need: Int, Comparable {
        case none
        /// There are some, and another would be used.
        case more
        /// There are some, and a task waits for one.
        case some
        /// There is none, and a task waits for one.
        case urgent

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// A pool that owns connections.
    protocol Owner: AnyObject, Sendable {
        /// The configuration of a new connection.
        var configuration: PipelinedConnection.Configuration { get }
        var need: Need { get }
        /// The number of open connections.
        var openCount: Int { get }
        /// Takes over a new connection.
        func take(_ connection: PipelinedConnection)
        /// Called when a connection could not be opened for it.
        func wasRefused()
        /// Ends one of its connections, at once or when it is returned.
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
        /// Whether a connection was requested since the thread last looked.
        var isAsked = false
        var pacing = AttemptPacing()
        /// When the first attempt began that failed, or is still under way, while no connection was
        /// open; `nil` if one is open.
        var failingSince: UInt64?
        /// Whether an owner has given up a connection, and none was opened since.
        var hasMadeRoom = false
        var stopWaiters: [CheckedContinuation<Void, Never>] = []
    }

    private let watch: Watch
    private let state = Mutex(State())
    private let wakeup = Wakeup()

    init(_ watch: Watch) {
        self.watch = watch
    }

    /// Since when no connection could be opened, and none is open.
    var failingSince: UInt64? { state.withLock { $0.failingSince } }

    /// Sets the owners to open connections for; of those with equal need the first takes
    /// precedence.
    func serve(_ owners: [any Owner]) {
        state.withLock { $0.members = owners.map { Member(owner: $0) } }
    }

    /// Requests a connection.
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
        for owner in owners { owner.refuseAll(.unavailable("no thread is available")) }
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

    /// Whether no connection is open.
    var isDown: Bool { owners.allSatisfy { $0.openCount == 0 } }

    private func run() {
        while let (owner, need) = neediest() {
            makeRoom(for: owner, need)
            // Open connections are no sign of life while the database is unavailable.
            let isMissed = owner.configuration.availability.isAway || isDown
            let rest = state.withLock {
                $0.pacing.rest(at: monotonicNanoseconds(), isMissed: isMissed)
            }
            if rest > 0 {
                // Afterwards another owner may need one most, or the database may be unavailable.
                let pause = Int32(min(rest, Watch.probeInterval.nanoseconds) / 1_000_000 + 1)
                _ = wakeup.wait(socket: -1, writing: false, milliseconds: pause)
            } else {
                open(for: owner)
            }
        }
    }

    /// The owner that needs a connection most. Returns nil when none does; the thread then ends.
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

    /// Ends the thread, unless a connection was requested meanwhile.
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

    /// Makes another owner give up a connection if the server may have no room for one more. Only
    /// once until a connection was opened: the server may refuse for other reasons.
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
