import Logging
import Synchronization

/// Whether the database answers, and what the log hears of its connections: one line when it cannot
/// be reached, one when it is reached again, and seldom anything in between, however many
/// connections try.
final class Availability: Sendable {
    /// How many connections fell.
    let lossCount = Atomic<UInt64>(0)
    private let logger: Logger
    private let losses: SeldomLog
    private let refusals: SeldomLog
    private let crowding: SeldomLog
    /// A line said that it cannot be reached, and another is owed when that is over.
    private let isKnownAway = Mutex(false)
    private let away = Atomic<Bool>(false)
    private let lastAnswer = Atomic<UInt64>(0)

    init(_ logger: Logger) {
        self.logger = logger
        losses = SeldomLog(logger)
        refusals = SeldomLog(logger)
        crowding = SeldomLog(logger)
    }

    /// The database is away: what is asked is refused at once.
    var isAway: Bool { away.load(ordering: .relaxed) }

    /// When the server last answered a statement, or a connection was made, in nanoseconds of the
    /// clock that only goes forward.
    var answeredAt: UInt64 { lastAnswer.load(ordering: .relaxed) }

    /// A connection fell.
    func lost(_ error: PostgresError, at now: ContinuousClock.Instant = .now) {
        lossCount.add(1, ordering: .sequentiallyConsistent)
        losses.warning("A connection to the database was lost.", error, at: now)
    }

    /// A connection could not be made, and none is open.
    func refused(_ error: PostgresError, at now: ContinuousClock.Instant = .now) {
        if refusals.warning("The database cannot be reached.", error, at: now) {
            isKnownAway.withLock { $0 = true }
        }
    }

    /// A connection could not be made beside those there are: most likely there is no room for it.
    func refusedMore(_ error: PostgresError, at now: ContinuousClock.Instant = .now) {
        crowding.warning("The database refuses a further connection.", error, at: now)
    }

    /// It has not answered for so long that it counts as away.
    func isMissed() {
        guard !away.exchange(true, ordering: .relaxed) else { return }
        let isNew = isKnownAway.withLock { isKnownAway in
            defer { isKnownAway = true }
            return !isKnownAway
        }
        if isNew { logger.warning("The database does not answer.") }
    }

    /// The server has answered a statement: it is not away.
    func answered(at now: UInt64 = monotonicNanoseconds()) {
        lastAnswer.store(now, ordering: .relaxed)
        guard isAway, away.exchange(false, ordering: .relaxed) else { return }
        sayReached()
    }

    /// A connection was made.
    func reached() {
        answered()
        sayReached()
    }

    private func sayReached() {
        let isOver = isKnownAway.withLock { isKnownAway in
            defer { isKnownAway = false }
            return isKnownAway
        }
        if isOver { logger.notice("The database is reached again.") }
    }
}
