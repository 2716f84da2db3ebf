public import Identifiers
public import Postgres
public import RPC
public import Values
public import Wire

extension Database {
    /// Applies an event of another service, once (2.14-between-services).
    ///
    /// The event's id arrives as `context.idempotencyKey`; it is stored for 30 days in the
    /// transaction of the effect, and a repetition does nothing. A context without an event id is
    /// refused with `wire.malformed`.
    ///
    /// With `speculative`, `body` begins before it is known that the event is new, and its first
    /// statement is sent with the check. What it did for a repetition is rolled back, so it must
    /// change nothing but the database.
    public func receive<E: Event>(
        _: E,
        in context: CallContext,
        at now: Instant = .now(),
        speculative: Bool = false,
        _ body: @Sendable (Transaction) async throws -> Void
    ) async throws -> Nothing {
        let id = try context.eventID
        _ = try await transaction(
            in: context,
            ifNew: { tx in try tx.remember(id, at: now) },
            speculative: speculative,
            body
        )
        return Nothing()
    }

    /// Applies events that arrived together, each once, in one transaction. Duplicates, and events
    /// that were received before, have no effect.
    ///
    /// An error in one of them fails all: then receive each on its own. What `body` emits continues
    /// no trace. The commit counts for the calls of all of them (`Database.durably`).
    ///
    /// - Parameters:
    ///   - events: In any order; none depends on another, because the next event of a key is sent
    ///     only when the previous one was acknowledged.
    ///   - now: The time.
    ///   - body: Applies the new ones, in any order. It is not called if there are none.
    /// - Throws: As `transaction`.
    public func receive<E: Event>(
        _ events: [ReceivedEvent<E>],
        at now: Instant = .now(),
        _ body: @Sendable (Transaction, [E]) async throws -> Void
    ) async throws {
        try await transaction(for: events.compactMap(\.tracker)) { tx in
            let new = try await tx.remember(events.map(\.id), at: now)
            var seen: Set<EventID> = []
            let fresh = events.filter { new.contains($0.id) && seen.insert($0.id).inserted }
            if !fresh.isEmpty { try await body(tx, fresh.map(\.event)) }
        }
    }
}

/// A received event, with the id under which it is stored; two are equal if their ids are.
public struct ReceivedEvent<E: Event>: Hashable, Sendable {
    public let id: EventID
    public let event: E
    /// The commit tracker of the call that delivered it.
    let tracker = CommitTracker.current

    /// - Parameters:
    ///   - event: The event.
    ///   - context: Its `idempotencyKey` is the event's id.
    /// - Throws: `wire.malformed` if there is none.
    public init(_ event: E, in context: CallContext) throws {
        id = try context.eventID
        self.event = event
    }

    public static func == (one: ReceivedEvent, other: ReceivedEvent) -> Bool {
        one.id == other.id
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

extension CallContext {
    /// The id of the event that the call delivers.
    fileprivate var eventID: EventID {
        get throws {
            guard let id = idempotencyKey.flatMap({ EventID($0) }) else {
                throw WireError.malformed
            }
            return id
        }
    }
}
