public import IdentityAPI
import Outbox
public import Postgres
public import RPC
public import Wire

/// Copies of what a service must know about users on every read: their names, and who is friends
/// with whom. identityd owns both, and its events keep the copies current.
///
/// The copies lag a little. A write that depends on a friendship calls identityd, and stores the
/// cards that come with the reply in its own transaction.
public struct People: Sendable {
    private let cards: BatchReceiver<PersonChanged>
    private let relations: BatchReceiver<RelationChanged>

    public init(database: Database) {
        cards = BatchReceiver(in: database) { tx, events in
            try tx.store(events.map(\.card))
        }
        relations = BatchReceiver(in: database) { tx, events in try tx.store(events) }
    }

    /// Handles `PersonChanged`; a card older than the stored one changes nothing.
    public func personChanged(
        _ event: PersonChanged,
        in context: CallContext
    ) async throws -> Nothing {
        try await cards.receive(event, in: context)
    }

    /// Handles `RelationChanged`; a relation older than the stored one changes nothing.
    public func relationChanged(
        _ event: RelationChanged,
        in context: CallContext
    ) async throws -> Nothing {
        try await relations.receive(event, in: context)
    }
}
