import Synchronization

/// The future result of a transaction's statement, which is sent with the next one.
///
/// The value is available once the transaction's next statement has its result, or once a task
/// awaits it.
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

    /// The value, awaited if necessary; sends the statements that are still queued.
    ///
    /// May also be read after the transaction.
    /// - Throws: `PostgresError`; `CancellationError` if the transaction was rolled back before the
    ///   statement was sent; what reading the rows throws.
    public var value: Value {
        get async throws {
            if !promise.hasCome { transaction.flush() }
            return try await read(promise.answer)
        }
    }

    /// Transforms the value.
    public func map<Other: Sendable>(
        _ change: @escaping @Sendable (Value) throws -> Other
    ) -> Deferred<Other> {
        Deferred<Other>(promise, of: transaction) { [read] in try change(read($0)) }
    }
}

/// A result that arrives later, for tasks that wait for it or ask afterwards.
final class Promise: Sendable {
    private enum State {
        case open([CheckedContinuation<QueryResult, any Error>])
        case completed(Result<QueryResult, any Error>)
    }

    private let state = Mutex(State.open([]))

    /// Hands the result to all tasks that wait, and to those that ask later.
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
