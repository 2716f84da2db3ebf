/// What a leased connection is used for.
enum LeasePurpose: CaseIterable, Sendable {
    /// The service's own loops: delivery of events, timers, purges.
    case background
    /// A read outside a transaction, on behalf of a call that only reads.
    case list
    /// Transactions, and the reads of calls that write.
    case call
}

/// The database for which the current task works in the background.
private enum Background {
    @TaskLocal static var database: Database?
}

extension Database {
    /// Runs background work of the service that owns the database, such as a loop that delivers
    /// events. It has connections to itself, so that no number of calls keeps it waiting.
    ///
    /// Applies to the current task and its child tasks, not to other databases.
    public func inBackground<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        try await Background.$database.withValue(self) { try await work() }
    }

    /// Whether the current task works in the background.
    package var isInBackground: Bool { Background.database === self }

    /// What the current task reads for outside a transaction.
    var readPurpose: LeasePurpose {
        if isInBackground { return .background }
        // Only writes are tracked.
        return CommitTracker.current?.database === self ? .call : .list
    }

    /// What the transactions of the current task are for.
    var transactionPurpose: LeasePurpose { isInBackground ? .background : .call }
}
