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

    @usableFromInline let together: BatchLoader<ReceivedEvent<E>, Nothing>
    @usableFromInline let apart: @Sendable (ReceivedEvent<E>) async throws -> Void

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
        together = BatchLoader(keysMax: eventsMax) { events in
            try await database.receive(events, at: now(), apply)
            return Dictionary(uniqueKeysWithValues: events.map { ($0, Nothing()) })
        }
        apart = { event in try await database.receive([event], at: now(), apply) }
    }

    /// Receives an event; returns once it has taken effect.
    ///
    /// - Throws: `wire.malformed` if the context has no event's id; what applying it alone throws.
    @inlinable
    public func receive(_ event: E, in context: CallContext) async throws -> Nothing {
        let event = try ReceivedEvent(event, in: context)
        do {
            _ = try await together.value(for: event)
        } catch  where error.mayBeOfAnother {
            try await apart(event)
        }
        return Nothing()
    }
}

extension Error {
    /// Whether another event may have made the whole transaction fail: not if the database was
    /// unavailable or the caller was cancelled.
    @usableFromInline var mayBeOfAnother: Bool {
        switch self {
        case is CancellationError: false
        case let error as PostgresError: error.knowledge == .bug
        default: true
        }
    }
}
