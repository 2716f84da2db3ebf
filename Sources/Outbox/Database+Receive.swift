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
    ///
    /// With `ahead`, `body` begins before it is known that the event is new, its first statement
    /// with the one that finds out. What it did for a repetition is taken back, so it must change
    /// nothing but the database.
    public func receive<E: Event>(
        _: E,
        in context: CallContext,
        at now: Instant = .now(),
        ahead: Bool = false,
        _ body: @Sendable (Transaction) async throws -> Void
    ) async throws -> Nothing {
        guard let id = context.idempotencyKey.flatMap({ EventID($0) }) else {
            throw WireError.malformed
        }
        _ = try await transaction(
            in: context,
            ifNew: { tx in try tx.remember(id, at: now) },
            ahead: ahead,
            body
        )
        return Nothing()
    }
}
