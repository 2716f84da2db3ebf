import Synchronization

/// Checks regularly whether the database answers. It counts as unavailable when for `silenceMax`
/// nothing was answered though a statement waited, or no connection could be opened while none was
/// open; the next answer ends that.
///
/// Before the silence has lasted that long, and while the database is unavailable, it sends
/// statements of its own at intervals: a slow statement is not silence.
final class Watch: Sendable {
    /// The time between two checks, and between two statements of its own.
    static let interval = Duration.milliseconds(100)
    static let probeInterval = Duration.milliseconds(200)

    /// A check that is later than this says more about this machine than about the database.
    private static let lateMax = Duration.milliseconds(500)

    private struct State {
        /// The time of the last check, and of the last one that came late.
        var lookedAt: UInt64 = 0
        var awakeSince: UInt64 = 0
        /// When a statement was last sent to check that the server answers.
        var probedAt: UInt64 = 0
        weak var shared: SharedConnections?
        weak var pool: LeasePool?
        weak var opener: Opener?
        var hasStarted = false
        var isClosed = false
    }

    private let availability: Availability
    private let silenceMax: UInt64
    private let state = Mutex(State())
    private let wakeup = Wakeup()

    init(_ availability: Availability, silenceMax: Duration) {
        self.availability = availability
        self.silenceMax = silenceMax.nanoseconds
    }

    func look(after shared: SharedConnections, _ pool: LeasePool, _ opener: Opener) {
        state.withLock { state in
            state.shared = shared
            state.pool = pool
            state.opener = opener
        }
    }

    /// Starts checking, when a connection is first needed.
    func start() {
        let starts = state.withLock { state in
            defer { state.hasStarted = true }
            return !state.hasStarted && !state.isClosed
        }
        // Without a thread, tasks wait up to their own limits.
        if starts { _ = DedicatedThread.start { [self] in run() } }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        wakeup.wake()
    }

    private func run() {
        while look() {
            let pause = Int32(Self.interval.milliseconds)
            _ = wakeup.wait(socket: -1, writing: false, milliseconds: pause)
        }
    }

    /// - Returns: False when there is nothing more to check.
    private func look() -> Bool {
        let (shared, pool, opener, isClosed) = state.withLock {
            ($0.shared, $0.pool, $0.opener, $0.isClosed)
        }
        guard !isClosed, let shared, let pool, let opener else { return false }
        let now = monotonicNanoseconds()
        let awakeSince = state.withLock { state in
            if now - state.lookedAt > Self.lateMax.nanoseconds { state.awakeSince = now }
            state.lookedAt = now
            return state.awakeSince
        }
        // An answer that comes from here on prevents the database from being marked as unavailable.
        let answeredAt = availability.answeredAt
        let waitingSince = [shared.waitingSince, pool.waitingSince].compactMap(\.self).min()
        let silence = Self.silence(
            waitingSince: waitingSince,
            answeredAt: answeredAt,
            failingSince: opener.failingSince,
            awakeSince: awakeSince,
            now: now
        )
        if silence >= silenceMax { availability.markUnavailable(since: answeredAt) }
        if availability.isAway {
            // At each check: a task may have begun to wait just before the database was marked as
            // unavailable.
            shared.refuseAll(.away)
            pool.refuseAll(.away)
        }
        let isProbed = availability.isAway || silence >= silenceMax / 4
        shared.isProbed = isProbed
        if isProbed, isDue(at: now), !shared.probe() {
            opener.ask()
            // The server may have no room for a new one, and answer on one that is open.
            pool.probe()
        }
        return true
    }

    /// Whether it is time to check that the server answers.
    private func isDue(at now: UInt64) -> Bool {
        state.withLock { state in
            guard now >= state.probedAt + Self.probeInterval.nanoseconds else { return false }
            state.probedAt = now
            return true
        }
    }

    /// How long the database has been silent, in nanoseconds.
    ///
    /// - Parameters:
    ///   - waitingSince: When the statement that has waited longest was sent, or its connection
    ///     last answered; `nil` if none waits.
    ///   - answeredAt: When any connection last answered.
    ///   - failingSince: When the first attempt to connect began that failed while no connection
    ///     was open; `nil` if one is open.
    ///   - awakeSince: Since when this process has checked without a long pause.
    ///   - now: By the same clock.
    /// - Returns: The time; 0 if nothing waits for an answer.
    static func silence(
        waitingSince: UInt64?,
        answeredAt: UInt64,
        failingSince: UInt64?,
        awakeSince: UInt64,
        now: UInt64
    ) -> UInt64 {
        let starts = [waitingSince.map { max($0, answeredAt) }, failingSince].compactMap(\.self)
        guard let start = starts.min() else { return 0 }
        let since = max(start, awakeSince)
        return since < now ? now - since : 0
    }
}
