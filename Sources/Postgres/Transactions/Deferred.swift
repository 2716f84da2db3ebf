import Synchronization

/// What a statement of a transaction will have found, which travels with the next one.
///
/// Its value is there once the transaction's next statement has been answered, or is waited for.
public struct Deferred<Value: Sendable>: Sendable {
    private let promise: Promise
    private let transaction: Transaction
    private let read: @Sendable (QueryResult) throws -> Value

    init(
        _ promise: Promise,
        of transaction: Transaction,
        _ read: @escaping @Sendable (QueryResult) throws -> Value
    ) {
        self.promise = promise
        self.transaction = transaction
        self.read = read
    }

    /// The value, once it has come; until then, sends what has not travelled yet.
    ///
    /// May also be asked for after the transaction.
    /// - Throws: `PostgresError`; `CancellationError` where the transaction was taken back before
    ///   the statement travelled; what reading the rows throws.
    public var value: Value {
        get async throws {
            if !promise.hasCome { transaction.sendQueued() }
            return try await read(promise.answer)
        }
    }

    /// The same, read further.
    public func map<Other: Sendable>(
        _ change: @escaping @Sendable (Value) throws -> Other
    ) -> Deferred<Other> {
        Deferred<Other>(promise, of: transaction) { [read] in try change(read($0)) }
    }
}

/// An answer that comes when it comes, for whoever waits then or asks later.
final class Promise: Sendable {
    private enum State {
        case open([CheckedContinuation<QueryResult, any Error>])
        case completed(Result<QueryResult, any Error>)
    }

    private let state = Mutex(State.open([]))

    /// Tells all who wait, and who will.
    func complete(_ outcome: Result<QueryResult, any Error>) {
        let waiters = state.withLock { state -> [CheckedContinuation<QueryResult, any Error>] in
            guard case .open(let waiters) = state else { return [] }
            state = .completed(outcome)
            return waiters
        }
        for waiter in waiters { waiter.resume(with: outcome) }
    }

    var answer: QueryResult {
        get async throws {
            if let outcome { return try outcome.get() }
            return try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<QueryResult, any Error>? in
                    switch state {
                    case .open(let waiters):
                        state = .open(waiters + [continuation])
                        return nil
                    case .completed(let outcome):
                        return outcome
                    }
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        }
    }

    var hasCome: Bool { outcome != nil }

    private var outcome: Result<QueryResult, any Error>? {
        state.withLock { state in
            if case .completed(let outcome) = state { outcome } else { nil }
        }
    }
}
