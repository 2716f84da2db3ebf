import Logging
import Synchronization

/// Tracks whether the database answers, and limits what is logged of its connections: one line when
/// it cannot be reached, one when it is reached again, and few in between, however many connections
/// try.
final class Availability: Sendable {
    /// The bit of `lastAnswer` that marks the database as unavailable since that answer.
    private static let awayBit: UInt64 = 1 << 63

    /// The number of connections that were lost.
    let lossCount = Atomic<UInt64>(0)
    private let logger: Logger
    private let losses: RateLimitedLog
    private let refusals: RateLimitedLog
    private let crowding: RateLimitedLog
    /// When the server last answered, and whether it is unavailable. Both are in one word, so that
    /// marking it unavailable misses no answer, and the next answer ends it.
    private let lastAnswer = Atomic<UInt64>(0)
    /// Whether a line said that the database cannot be reached, so that another is due when that
    /// ends.
    private let isSaid = Atomic<Bool>(false)

    init(_ logger: Logger) {
        self.logger = logger
        losses = RateLimitedLog(logger)
        refusals = RateLimitedLog(logger)
        crowding = RateLimitedLog(logger)
    }

    /// Whether the database is unavailable: statements are refused at once.
    var isAway: Bool { lastAnswer.load(ordering: .relaxed) & Self.awayBit != 0 }

    /// When the server last answered a statement, or a connection was made, in nanoseconds of the
    /// monotonic clock.
    var answeredAt: UInt64 { lastAnswer.load(ordering: .relaxed) & ~Self.awayBit }

    /// Called when a connection was lost.
    func lost(_ error: PostgresError, at now: ContinuousClock.Instant = .now) {
        lossCount.add(1, ordering: .sequentiallyConsistent)
        losses.warning("A connection to the database was lost.", error, at: now)
    }

    /// Called when a connection could not be made, and none is open.
    func refused(_ error: PostgresError, at now: ContinuousClock.Instant = .now) {
        if refusals.warning("The database cannot be reached.", error, at: now) {
            isSaid.store(true, ordering: .relaxed)
        }
    }

    /// Called when a connection could not be made while others are open: most likely the server has
    /// no room for it.
    func refusedMore(_ error: PostgresError, at now: ContinuousClock.Instant = .now) {
        crowding.warning("The database refuses another connection.", error, at: now)
    }

    /// Marks the database as unavailable, unless it has answered since its silence was measured.
    ///
    /// - Parameter answeredAt: When it had last answered at that time.
    func markUnavailable(since answeredAt: UInt64) {
        let isNew = lastAnswer.compareExchange(
            expected: answeredAt,
            desired: answeredAt | Self.awayBit,
            ordering: .relaxed
        ).exchanged
        guard isNew, !isSaid.load(ordering: .relaxed) else { return }
        logger.warning("The database does not answer.")
        isSaid.store(true, ordering: .relaxed)
    }

    /// Called when the server has answered a statement, or a connection was made: it is available.
    func answered(at now: UInt64 = monotonicNanoseconds()) {
        lastAnswer.store(now, ordering: .relaxed)
        guard isSaid.load(ordering: .relaxed), isSaid.exchange(false, ordering: .relaxed) else {
            return
        }
        logger.notice("The database is reachable again.")
    }
}
