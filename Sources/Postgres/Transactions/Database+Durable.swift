import Synchronization

extension Database {
    /// How many connections fell. Where it has not risen, no other server has taken over, and none
    /// has started again.
    package var losses: UInt64 {
        availability.lossCount.load(ordering: .sequentiallyConsistent)
    }

    /// Answers a write, and returns only when all that the answer rests on is as durable as a commit
    /// (2.14-acknowledged).
    ///
    /// Where the last transaction of `body` wrote nothing, because what was to be done was found
    /// done, a transaction follows that writes a message into the WAL and nothing else: its commit
    /// waits for the synchronous standbys, and so for what was found. Where the last one wrote, and
    /// where `body` throws, nothing follows: a refusal acknowledges nothing.
    ///
    /// Transactions count that run in the task of `body` or in its child tasks. What `body` reads
    /// outside transactions counts as found before the first of them: an answer must not rest on
    /// such a read after the last one.
    ///
    /// What a transaction found and the commit after it must be on the same server: where a
    /// connection fell in between, another may have taken over, and the answer is withheld. What is
    /// read outside transactions is not followed that closely where a transaction of `body` wrote
    /// after it: such an answer must rest on what the transactions found.
    ///
    /// - Throws: What `body` throws; as `run`. Where a connection fell, `PostgresError`:
    ///   `unavailable`, or `expired` where a transaction of `body` wrote after it.
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
            // A transaction's id alone would not do: a commit waits for what it wrote.
            _ = try await transaction(for: []) { tx in
                try tx.ask("SELECT pg_logical_emit_message(true, 'gauntlet', '')")
            }.value
            guard losses == self.losses else { throw PostgresError.withheld(.unavailable) }
            return value
        }
    }
}

extension PostgresError {
    /// What was found may not be there any more.
    fileprivate static func withheld(_ knowledge: Knowledge) -> PostgresError {
        PostgresError(
            message: "a connection fell while an answer was on its way: what it rests on may be "
                + "missing on the server that is asked now; to be asked again",
            knowledge: knowledge
        )
    }
}
