import Postgres
import RPC

/// Rolls back a transaction whose work was done before.
private struct IsNotNew: Error {}

extension Database {
    /// Runs a transaction whose first statement checks whether there is anything to do.
    ///
    /// - Parameters:
    ///   - context: The call on whose behalf it runs.
    ///   - isNew: The first statement. It waits for another transaction that does the same.
    ///   - speculative: Whether `body` begins before that is known; if there was nothing to do, its
    ///     changes and errors are discarded.
    ///   - body: The work.
    ///   - end: Runs in the same transaction after `body` succeeded, if the work is new.
    /// - Returns: What `body` returned; `nil` if the work was done before, and nothing was changed.
    /// - Throws: What `body` throws if there was something to do; what the two others throw;
    ///   `PostgresError`, `CancellationError`.
    func transaction<Value: Sendable>(
        in context: CallContext,
        ifNew isNew: @Sendable (Transaction) throws -> Deferred<Bool>,
        speculative: Bool,
        _ body: @Sendable (Transaction) async throws -> Value,
        onSuccess end: @Sendable (Transaction, Value) throws -> Void = { _, _ in }
    ) async throws -> Value? {
        do {
            return try await transaction(in: context) { tx in
                let isNew = try isNew(tx)
                if !speculative { try await Self.check(isNew) }
                let value: Value
                do {
                    value = try await body(tx)
                } catch {
                    // A repetition gets the same reply as the first call, whatever failed.
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
