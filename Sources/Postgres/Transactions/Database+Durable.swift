import Synchronization

extension Database {
    /// The number of connections lost so far. If it has not risen, no other server has taken over
    /// and none has restarted.
    package var losses: UInt64 {
        availability.lossCount.load(ordering: .sequentiallyConsistent)
    }

    /// Runs a write, and returns only when everything that its reply depends on is as durable as a
    /// commit (2.14-acknowledged).
    ///
    /// If the last transaction of `body` wrote nothing, because the work was found done, another
    /// transaction follows that only writes a message into the WAL: its commit waits for the
    /// synchronous standbys, and so for what was found. If the last one wrote, or `body` throws,
    /// nothing follows: a refusal acknowledges nothing.
    ///
    /// Only transactions in the task of `body` or its child tasks count. What `body` reads outside
    /// transactions counts as read before the first of them: a reply must not depend on such a read
    /// after the last one.
    ///
    /// What a transaction read and the commit after it must be on the same server: if a connection
    /// was lost in between, another server may have taken over, and the reply is withheld. Reads
    /// outside transactions are not tracked that closely if a transaction of `body` wrote after
    /// them: such a reply must depend on what the transactions read.
    ///
    /// - Throws: What `body` throws; as `run`. If a connection was lost, `PostgresError`:
    ///   `unavailable`, or `expired` if a transaction of `body` wrote after it.
    public func durably<Value: Sendable>(
        _ body: () async throws -> Value
    ) async throws -> Value {
        let losses = losses
        let tracker = CommitTracker(of: self)
        let value = try await CommitTracker.$current.withValue(tracker) { try await body() }
        switch tracker.coverage {
        case .whole:
            return value
        case .torn:
            throw PostgresError.withheld(.expired)
        case .none:
            // Assigning a transaction id is not enough: a commit waits only for WAL that it wrote.
            _ = try await transaction(for: []) { tx in
                try tx.deferred("SELECT pg_logical_emit_message(true, 'gauntlet', '')")
            }.value
            guard losses == self.losses else { throw PostgresError.withheld(.unavailable) }
            return value
        }
    }
}

extension PostgresError {
    /// What was read may no longer be there.
    fileprivate static func withheld(_ knowledge: Knowledge) -> PostgresError {
        PostgresError(
            message: "a connection was lost while a reply was pending: what it depends on may be "
                + "missing on the current server; retry the call",
            knowledge: knowledge
        )
    }
}
