import Metrics
import Synchronization
import Values

extension Database {
    /// Runs one statement as a transaction, sent as one message: its BEGIN, the statement, and its
    /// COMMIT. Cancellation, retries and errors are as for `transaction`.
    ///
    /// - Returns: The number of rows that it inserted, changed, deleted or found.
    /// - Throws: `PostgresError`, `CancellationError`.
    @discardableResult
    public func run(_ sql: SQL) async throws -> Int {
        try await transaction { tx in try tx.deferred(sql) }.value
    }

    /// Runs statements atomically.
    ///
    /// Any error that `body` throws rolls everything back. A cancelled task stops before its first
    /// statement, while it waits for a connection, and between two attempts; a transaction that has
    /// begun continues to its commit. On a conflict with another transaction (40001, 40P01) the
    /// whole is retried, so `body` must change nothing but the database. Use
    /// `Transaction.afterCommit` for the rest.
    ///
    /// - Throws: What `body` throws; `PostgresError`: `unavailable` when nothing happened,
    ///   `expired` when the connection was lost during the commit; `CancellationError`.
    @discardableResult
    public func transaction<Value: Sendable>(
        _ body: @Sendable (Transaction) async throws -> Value
    ) async throws -> Value {
        try await transaction(for: CommitTracker.current.map { [$0] } ?? [], body)
    }

    /// Runs a transaction for several calls at once, whose replies depend on it.
    package func transaction<Value: Sendable>(
        for trackers: [CommitTracker],
        _ body: @Sendable (Transaction) async throws -> Value
    ) async throws -> Value {
        let trackers = trackers.filter { $0.database === self }
        var backoff = Backoff(from: .milliseconds(5), to: .milliseconds(200))
        let purpose = transactionPurpose
        var attempt = 1
        var hasRenewed = false
        while true {
            let connection = try await pool.lease(for: purpose)
            let losses = losses
            let transaction = Transaction(
                connection,
                number: transactions.add(1, ordering: .relaxed).newValue,
                signals: signals,
                metrics: metrics
            )
            do {
                let value = try await body(transaction)
                let found = trackers.map(\.found)
                try await transaction.commit()
                pool.release(connection, for: purpose)
                for (tracker, found) in zip(trackers, found) {
                    if transaction.hasChangedRows {
                        tracker.cover(found)
                    } else {
                        tracker.find(since: losses)
                    }
                }
                transaction.runActions()
                return value
            } catch {
                await transaction.rollback()
                pool.release(connection, for: purpose)
                for tracker in trackers { tracker.find(since: losses) }
                // The first failure counts: `body` may have turned it into an error of its own.
                let cause = transaction.failure ?? error as? PostgresError
                let isStale = cause?.isStaleStatement == true && !hasRenewed
                guard let cause, cause.isConflict || isStale,
                    attempt < options.transactionAttempts
                else { throw error }
                hasRenewed = hasRenewed || isStale
            }
            attempt += 1
            metrics.retries.increment()
            backoff.grow()
            try await Task.sleep(for: backoff.pause)
        }
    }
}
