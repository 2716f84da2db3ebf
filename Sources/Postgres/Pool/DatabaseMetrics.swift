import Metrics

/// The driver's metrics, under few and fixed labels: the pool `shared`, `leased` or `listener`, and
/// the kind of statement.
struct DatabaseMetrics: Sendable {
    /// Metrics of one kind of connection.
    struct ConnectionMetrics: Sendable {
        /// The number of open connections.
        private let open: Meter
        private let opened: Counter
        private let lost: Counter
        private let refused: Counter

        fileprivate init(_ pool: String, _ factory: any MetricsFactory) {
            let labels = [("pool", pool)]
            func counter(_ name: String) -> Counter {
                Counter(
                    label: "gauntlet_database_connections_\(name)_total",
                    dimensions: labels,
                    factory: factory
                )
            }
            open = Meter(
                label: "gauntlet_database_connections",
                dimensions: labels,
                factory: factory
            )
            opened = counter("opened")
            lost = counter("lost")
            refused = counter("refused")
        }

        func hasOpened() {
            open.increment()
            opened.increment()
        }

        /// Called when it was closed on purpose.
        func hasClosed() {
            open.decrement()
        }

        func wasLost() {
            open.decrement()
            lost.increment()
        }

        func wasRefused() {
            refused.increment()
        }
    }

    let shared: ConnectionMetrics
    let leased: ConnectionMetrics
    let listener: ConnectionMetrics
    /// Leased connections in use.
    let inUse: Meter
    /// Tasks that wait for a leased connection.
    let waiting: Meter
    /// Waits that timed out without a connection.
    let waitsRefused: Counter
    /// The time from queueing a statement to its result.
    let pointReads: Timer
    let leasedReads: Timer
    /// Statements of transactions, the first of which includes its BEGIN; the time from sending one
    /// to its result.
    let statements: Timer
    let commits: Timer
    /// Messages of transactions to the server, each of one or more statements: a transaction waits
    /// at most once for each.
    let messages: Counter
    /// Transactions that were retried because of a conflict.
    let retries: Counter

    init(_ factory: any MetricsFactory) {
        shared = ConnectionMetrics("shared", factory)
        leased = ConnectionMetrics("leased", factory)
        listener = ConnectionMetrics("listener", factory)
        inUse = Meter(label: "gauntlet_database_leases", factory: factory)
        waiting = Meter(label: "gauntlet_database_leases_waiting", factory: factory)
        waitsRefused = Counter(label: "gauntlet_database_leases_refused_total", factory: factory)
        messages = Counter(label: "gauntlet_database_messages_total", factory: factory)
        retries = Counter(label: "gauntlet_database_transactions_retried_total", factory: factory)
        func timer(_ kind: String) -> Timer {
            Timer(
                label: "gauntlet_database_statement_duration_seconds",
                dimensions: [("kind", kind)],
                factory: factory
            )
        }
        pointReads = timer("point")
        leasedReads = timer("leased")
        statements = timer("transaction")
        commits = timer("commit")
    }
}

extension Timer {
    /// Records how long something took, whether or not it succeeded.
    func time<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        let start = monotonicNanoseconds()
        defer { recordNanoseconds(Int64(monotonicNanoseconds() - start)) }
        return try await body()
    }
}
