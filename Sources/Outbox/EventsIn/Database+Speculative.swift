import Postgres
import RPC

/// What was to be done was done before, so the transaction is taken back.
private struct IsNotNew: Error {}

extension Database {
    /// Runs a transaction whose first statement finds out whether there is anything to be done.
    ///
    /// - Parameters:
    ///   - context: On whose behalf.
    ///   - isNew: The first statement. It waits for another transaction that does the same.
    ///   - speculative: Whether `body` begins before that is known; what it did, or threw, for nothing
    ///     does not count.
    ///   - body: What is to be done.
    ///   - end: Follows on it.
    /// - Returns: What `body` returned; `nil` where it was done before, and nothing was changed.
    /// - Throws: What `body` throws where there was something to be done; what the two others
    ///   throw; `PostgresError`, `CancellationError`.
    func transaction<Value: Sendable>(
        in context: CallContext,
        ifNew isNew: @Sendable (Transaction) throws -> Deferred<Bool>,
        speculative: Bool,
        _ body: @Sendable (Transaction) async throws -> Value,
        finally end: @Sendable (Transaction, Value) throws -> Void = { _, _ in }
    ) async throws -> Value? {
        do {
            return try await transaction(in: context) { tx in
                let isNew = try isNew(tx)
                if !speculative { try await Self.check(isNew) }
                let value: Value
                do {
                    value = try await body(tx)
                } catch {
                    // A repetition is answered as the first time was, whatever stands in its way
                    // by now.
                    try await Self.check(isNew)
                    throw error
                }
                try await Self.check(isNew)
                try end(tx, value)
                return value
            }
        } catch is IsNotNew {
            return nil
        }
    }

    private static func check(_ isNew: Deferred<Bool>) async throws {
        guard try await isNew.value else { throw IsNotNew() }
    }
}
