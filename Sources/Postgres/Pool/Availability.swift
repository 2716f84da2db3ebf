import Logging
import Synchronization

/// Whether the database answers, and what the log hears of its connections: one line when it cannot
/// be reached, one when it is reached again, and seldom anything in between, however many
/// connections try.
final class Availability: Sendable {
    /// In the word that says when the server last answered: it counts as away since.
    private static let awayBit: UInt64 = 1 << 63

    /// How many connections fell.
    let lossCount = Atomic<UInt64>(0)
    private let logger: Logger
    private let losses: RateLimitedLog
    private let refusals: RateLimitedLog
    private let crowding: RateLimitedLog
    /// When the server last answered, and whether it is away: one word, so that no answer comes
    /// unseen while the verdict falls, and the next one ends it.
    private let lastAnswer = Atomic<UInt64>(0)
    /// A line said that it cannot be reached, and another is owed when that is over.
    private let isSaid = Atomic<Bool>(false)

    init(_ logger: Logger) {
        self.logger = logger
        losses = RateLimitedLog(logger)
        refusals = RateLimitedLog(logger)
        crowding = RateLimitedLog(logger)
    }

    /// The database is away: what is asked is refused at once.
    var isAway: Bool { lastAnswer.load(ordering: .relaxed) & Self.awayBit != 0 }

    /// When the server last answered a statement, or a connection was made, in nanoseconds of the
    /// clock that only goes forward.
    var answeredAt: UInt64 { lastAnswer.load(ordering: .relaxed) & ~Self.awayBit }

    /// A connection fell.
    func lost(_ error: PostgresError, at now: ContinuousClock.Instant = .now) {
        lossCount.add(1, ordering: .sequentiallyConsistent)
        losses.warning("A connection to the database was lost.", error, at: now)
    }

    /// A connection could not be made, and none is open.
    func refused(_ error: PostgresError, at now: ContinuousClock.Instant = .now) {
        if refusals.warning("The database cannot be reached.", error, at: now) {
            isSaid.store(true, ordering: .relaxed)
        }
    }

    /// A connection could not be made beside those there are: most likely there is no room for it.
    func refusedMore(_ error: PostgresError, at now: ContinuousClock.Instant = .now) {
        crowding.warning("The database refuses a further connection.", error, at: now)
    }

    /// It has not answered for so long that it counts as away, unless it has answered since its
    /// silence was measured.
    ///
    /// - Parameter answeredAt: When it had last answered then.
    func isMissed(since answeredAt: UInt64) {
        let isNew = lastAnswer.compareExchange(
            expected: answeredAt,
            desired: answeredAt | Self.awayBit,
            ordering: .relaxed
        ).exchanged
        guard isNew, !isSaid.load(ordering: .relaxed) else { return }
        logger.warning("The database does not answer.")
        isSaid.store(true, ordering: .relaxed)
    }

    /// The server has answered a statement, or a connection was made: it is not away.
    func answered(at now: UInt64 = monotonicNanoseconds()) {
        lastAnswer.store(now, ordering: .relaxed)
        guard isSaid.load(ordering: .relaxed), isSaid.exchange(false, ordering: .relaxed) else {
            return
        }
        logger.notice("The database is reached again.")
    }
}
