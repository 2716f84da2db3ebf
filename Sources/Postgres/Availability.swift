import Logging
import Synchronization

/// What the log hears of a database's connections: one line when it cannot be reached, one when it
/// is reached again, and seldom anything in between, however many connections try.
final class Availability: Sendable {
    /// How many connections fell.
    let lossCount = Atomic<UInt64>(0)
    private let logger: Logger
    private let losses: SeldomLog
    private let refusals: SeldomLog
    /// A line said that it cannot be reached, and another is owed when that is over.
    private let isKnownAway = Mutex(false)

    init(_ logger: Logger) {
        self.logger = logger
        losses = SeldomLog(logger)
        refusals = SeldomLog(logger)
    }

    /// A connection fell.
    func lost(_ error: PostgresError, at now: ContinuousClock.Instant = .now) {
        lossCount.add(1, ordering: .sequentiallyConsistent)
        losses.warning("A connection to the database was lost.", error, at: now)
    }

    /// A connection could not be made.
    func refused(_ error: PostgresError, at now: ContinuousClock.Instant = .now) {
        if refusals.warning("The database cannot be reached.", error, at: now) {
            isKnownAway.withLock { $0 = true }
        }
    }

    /// A connection was made.
    func reached() {
        let isOver = isKnownAway.withLock { isKnownAway in
            defer { isKnownAway = false }
            return isKnownAway
        }
        if isOver { logger.notice("The database is reached again.") }
    }
}
