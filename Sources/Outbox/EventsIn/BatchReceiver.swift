public import Postgres
public import RPC
public import Values
public import Wire

/// Receives events of one type, each once (2.14-between-services); those that arrive at the same
/// moment in one transaction, so that they share its statements and its commit.
///
/// An event that fails keeps none of the others back: each of them is then received by itself. The
/// events of one key stay in order, because the next one is sent only when the previous one was
/// acknowledged.
///
/// Inlinable, as `BatchLoader` is.
public struct BatchReceiver<E: Event>: Sendable {
    /// Applies new events, in any order.
    public typealias Apply = @Sendable (Transaction, [E]) async throws -> Void

    @usableFromInline let batches: BatchLoader<ReceivedEvent<E>, Nothing>

    /// - Parameters:
    ///   - database: Where the events take effect.
    ///   - eventsMax: The maximum number of events of one transaction.
    ///   - now: The clock.
    ///   - apply: Applies the new ones among them; is called again with one of them after it failed
    ///     for several. What it emits continues no trace.
    @inlinable
    public init(
        in database: Database,
        atMost eventsMax: Int = 64,
        now: @escaping @Sendable () -> Instant = { .now() },
        _ apply: @escaping Apply
    ) {
        batches = BatchLoader(keysMax: eventsMax) { events in
            try await database.receive(events, at: now(), apply)
            return Dictionary(uniqueKeysWithValues: events.map { ($0, Nothing()) })
        }
    }

    /// Receives an event; returns once it has taken effect.
    ///
    /// - Throws: `wire.malformed` if the context has no event's id; what applying it alone throws.
    @inlinable
    public func receive(_ event: E, in context: CallContext) async throws -> Nothing {
        _ = try await batches.valueDespiteOthers(for: ReceivedEvent(event, in: context))
        return Nothing()
    }
}
