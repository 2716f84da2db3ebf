import Identifiers
public import Postgres
public import RPC
public import Values
public import Wire

extension Database {
    /// Applies an event of another service, once (2.14-between-services).
    ///
    /// The event's id travels as `context.idempotencyKey`; it is remembered for 30 days in the
    /// transaction of the effect, and a repetition does nothing. A context without an event's id
    /// is refused with `wire.malformed`.
    public func receive<E: Event>(
        _: E,
        in context: CallContext,
        at now: Instant = .now(),
        _ body: @Sendable (Transaction) async throws -> Void
    ) async throws -> Nothing {
        guard let id = context.idempotencyKey.flatMap({ EventID($0) }) else {
            throw WireError.malformed
        }
        try await transaction(in: context) { tx in
            guard try await tx.remember(id, at: now) else { return }
            try await body(tx)
        }
        return Nothing()
    }
}
