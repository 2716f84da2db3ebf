import Logging
import Metrics

/// Statements that failed: each is counted by its SQLSTATE's class, and what somebody has to look
/// at is said, seldom.
final class Failures: Sendable {
    /// The classes that are counted apart, for what a server says is never a label by itself.
    static let classes = [
        "08", "22", "23", "25", "40", "42", "53", "54", "55", "57", "58", "XX",
    ]

    /// Beginnings of the SQLSTATEs that are said: the server, not the statement, is in trouble. A
    /// statement that was cancelled (57014) is among them, for whoever cancels one of ours has it
    /// answered otherwise.
    private static let said = ["08", "25006", "53", "57014", "57P", "58", "XX"]

    private let counters: [(name: String, counter: Counter)]
    private let other: Counter
    /// Apart, so that none keeps another from being said.
    private let logs: [(beginning: String, log: RateLimitedLog)]

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
        logs = Self.said.map { ($0, RateLimitedLog(logger)) }
    }

    /// A statement failed at the server, or with its connection.
    func note(_ error: PostgresError, at now: ContinuousClock.Instant = .now) {
        let sqlState = error.sqlState ?? "08"
        let known = counters.first { $0.name == sqlState.prefix(2) }
        (known?.counter ?? other).increment()
        // Where the connection fell, a line of its own says so.
        guard error.sqlState != nil else { return }
        let told = logs.first { sqlState.hasPrefix($0.beginning) }
        told?.log.warning("The database could not run a statement.", error, at: now)
    }
}
