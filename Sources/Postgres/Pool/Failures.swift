import Logging
import Metrics
import Synchronization

/// Counts failed statements by their SQLSTATE's class, and logs, rate-limited, those that need an
/// operator's attention, and once a setting that would lose writes.
final class Failures: Sendable {
    /// The classes that are counted separately; what a server sends never becomes a label by
    /// itself.
    static let classes = [
        "08", "22", "23", "25", "40", "42", "53", "54", "55", "57", "58", "XX",
    ]

    /// Prefixes of the SQLSTATEs that are logged: the server, not the statement, is in trouble. A
    /// cancelled statement (57014) is among them, because our own cancellations are never reported
    /// here.
    private static let said = ["08", "25006", "53", "57014", "57P", "58", "XX"]

    private let counters: [(name: String, counter: Counter)]
    private let other: Counter
    /// Separate, so that no prefix suppresses another.
    private let logs: [(beginning: String, log: RateLimitedLog)]
    private let logger: Logger
    private let isCommitSaid = Atomic<Bool>(false)

    init(_ logger: Logger, _ factory: any MetricsFactory) {
        func counter(_ name: String) -> Counter {
            Counter(
                label: "gauntlet_database_failures_total",
                dimensions: [("class", name)],
                factory: factory
            )
        }
        counters = Self.classes.map { ($0, counter($0)) }
        other = counter("other")
        self.logger = logger
        logs = Self.said.map { ($0, RateLimitedLog(logger)) }
    }

    /// Counts a statement that failed at the server, or with its connection.
    func note(_ error: PostgresError, at now: ContinuousClock.Instant = .now) {
        let sqlState = error.sqlState ?? "08"
        let known = counters.first { $0.name == sqlState.prefix(2) }
        (known?.counter ?? other).increment()
        // A lost connection has its own log line.
        guard error.sqlState != nil else { return }
        let told = logs.first { sqlState.hasPrefix($0.beginning) }
        told?.log.warning("A database statement failed.", error, at: now)
    }

    /// Called for each connection on which the server would acknowledge commits before they are on
    /// disk.
    func foundAsynchronousCommits() {
        guard !isCommitSaid.exchange(true, ordering: .relaxed) else { return }
        logger.warning(
            """
            The database is set to synchronous_commit = off, which loses acknowledged writes in a \
            crash: this process sets it to on. Remove the setting from the server, the database or \
            the role.
            """
        )
    }
}
