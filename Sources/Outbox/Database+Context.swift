public import Postgres
public import RPC

extension Database {
    /// Runs a transaction on behalf of a call: the events it emits and the timers it sets continue
    /// the call's trace. `once` and `receive` do so themselves.
    @discardableResult
    public func transaction<Value: Sendable>(
        in context: CallContext,
        _ body: @Sendable (Transaction) async throws -> Value
    ) async throws -> Value {
        try await transaction { tx in
            tx.traceparent = context.trace.traceparent
            return try await body(tx)
        }
    }
}
