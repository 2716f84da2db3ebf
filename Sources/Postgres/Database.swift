public import Logging
public import Metrics
import Synchronization

/// A PostgreSQL database: single reads, transactions, and notifications.
///
/// Opens connections when they are needed and reopens them when they were lost. Outside a
/// transaction the server refuses every change (SQLSTATE 25006), so a read may be sent twice.
public final class Database: Reader {
    public let options: Options
    let url: String
    let logger: Logger
    let shared: SharedConnections
    let pool: LeasePool
    private let opener: Opener
    private let watch: Watch
    let availability: Availability
    let failures: Failures
    let listener: Listener
    let metrics: DatabaseMetrics
    /// What the tasks of this process tell each other about the database.
    public let signals = Signals()
    /// The turns that the calls of this process take before they have a connection.
    public let localLocks: LocalLocks
    let transactions = Atomic<UInt64>(0)
    let dailyBytes = DailyBytes()

    /// Creates a database; connects to nothing yet.
    ///
    /// - Parameters:
    ///   - url: A libpq URL, with several hosts, `target_session_attrs` and `sslmode` as needed.
    ///   - options: Limits and names.
    ///   - logger: Receives rate-limited messages about lost connections and an unavailable
    ///     database.
    ///   - factory: Makes the metrics of connections and statements.
    public init(
        _ url: String,
        options: Options = .init(),
        logger: Logger,
        metrics factory: any MetricsFactory = MetricsSystem.factory
    ) {
        self.options = options
        self.url = url
        self.logger = logger
        metrics = DatabaseMetrics(factory)
        localLocks = LocalLocks(waitMax: options.leaseWait, metrics)
        availability = Availability(logger)
        failures = Failures(logger, factory)
        watch = Watch(availability, silenceMax: options.silenceMax)
        opener = Opener(watch)
        shared = SharedConnections(
            options.sharedConnection(url, availability, failures, metrics.shared),
            opener,
            countMax: max(1, options.sharedMax),
            waitMax: options.leaseWait
        )
        pool = LeasePool(
            options.leasedConnection(url, availability, failures, metrics.leased),
            opener,
            countMax: max(1, options.leasedMax),
            waitMax: options.leaseWait,
            closeWait: options.closeWait,
            metrics: metrics
        )
        opener.serve([shared, pool])
        watch.look(after: shared, pool, opener)
        listener = Listener(
            options.libpq(url, failures, timeout: .zero, isReadOnly: true),
            availability,
            opener,
            metrics.listener
        )
    }

    /// Reads every row. If its connection is lost meanwhile, the statement runs a second time: it
    /// must change nothing.
    ///
    /// A cancelled task returns at once from a shared connection, whose result is then dropped; on
    /// a leased one the server is first asked to cancel the statement.
    ///
    /// - Throws: `PostgresError`, `CancellationError`, what `read` throws.
    public func all<Value: Sendable>(
        _ sql: SQL,
        _ route: Route,
        _ read: @Sendable (inout Row) throws -> Value
    ) async throws -> [Value] {
        let answer: QueryResult
        do {
            answer = try await self.answer(sql, route)
        } catch let loss as PostgresError where loss.endedConnection && !availability.isAway {
            do {
                answer = try await self.answer(sql, route)
            } catch let error as PostgresError where error.sqlState == nil {
                // The loss is the cause, even if now there is no connection at all.
                throw loss
            }
        }
        return try answer.rows(read)
    }

    private func answer(_ sql: SQL, _ route: Route) async throws -> QueryResult {
        switch route {
        case .point:
            try await metrics.pointReads.time { try await shared.read(sql) }
        case .leased:
            try await pool.with(for: readPurpose) { connection in
                try await metrics.leasedReads.time {
                    try await connection.performCancellable(QueuedStatement(sql, .alone))
                }
            }
        }
    }

    /// Refuses new work, lets what is under way finish, and closes every connection.
    ///
    /// Transactions have `Options.closeWait` to finish.
    public func close() async {
        listener.close()
        watch.close()
        await pool.close()
        await shared.close()
        await opener.close()
        await listener.stopped()
    }

    /// Listens to a channel: yields what any client sends to it from here on.
    ///
    /// Yields `.reconnected` first, and whenever something may have been missed; the reader should
    /// then check the tables once. The stream ends when the database is closed.
    public func listen(_ channel: String) -> AsyncStream<Notification> {
        listener.listen(channel)
    }

    /// Sends to a channel, outside any transaction.
    ///
    /// - Parameters:
    ///   - channel: Up to 63 bytes.
    ///   - payload: Below 8,000 bytes.
    /// - Throws: `PostgresError`.
    public func notify(_ channel: String, _ payload: String) async throws {
        _ = try await all("SELECT pg_notify(\(channel), \(payload))", .leased) { _ in }
    }

    /// Checks that no connection is leased, and that each one answers outside a transaction.
    package func verifyIdle() async throws {
        let usage = pool.usage
        guard usage.leased == 0 else {
            throw PostgresError(
                message: "\(usage.leased) connections were not returned",
                knowledge: .bug
            )
        }
        for connection in pool.idle {
            _ = try await connection.perform(QueuedStatement("SELECT 1", .alone))
        }
        try await shared.readEverywhere("SELECT 1")
    }
}
