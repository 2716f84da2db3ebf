public import Identifiers
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
    /// With `speculative`, `body` begins before it is known that the event is new, its first statement
    /// with the one that finds out. What it did for a repetition is taken back, so it must change
    /// nothing but the database.
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

    /// Applies events that came at once, each once, in one transaction; of one that comes more than
    /// once, and of those that came before, there is no effect.
    ///
    /// What fails one of them fails all: then each is to be received for itself. What `body` emits
    /// carries nobody's trace on. The commit counts for the calls of all of them
    /// (`Database.durably`).
    ///
    /// - Parameters:
    ///   - events: In any order; none waits for another, for the next event of a key leaves when the
    ///     one before was acknowledged.
    ///   - now: The time.
    ///   - body: Applies those that are new, in no order. It is not run where none is.
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

/// An event that came, under the id by which it is remembered; two are the same by their ids.
public struct ReceivedEvent<E: Event>: Hashable, Sendable {
    public let id: EventID
    public let event: E
    /// Of the call that brought it.
    let tracker = CommitTracker.current

    /// - Parameters:
    ///   - event: What came.
    ///   - context: Its `idempotencyKey` is the event's id.
    /// - Throws: `wire.malformed` where there is none.
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
    /// The event that the call delivers.
    fileprivate var eventID: EventID {
        get throws {
            guard let id = idempotencyKey.flatMap({ EventID($0) }) else {
                throw WireError.malformed
            }
            return id
        }
    }
}
