public import IdentityAPI
import Outbox
public import Postgres
public import RPC
public import Wire

/// Copies of what a service must know of people on every read: what they are called, and who is
/// whose friend. identityd owns both, and its events keep the copies.
///
/// The copies lag a little. A write that depends on a friendship asks identityd, and stores the
/// cards that come with the answer in its own transaction.
public struct People: Sendable {
    private let database: Database

    public init(database: Database) {
        self.database = database
    }

    /// Answers `PersonChanged`; an older card than the stored one changes nothing.
    public func personChanged(
        _ event: PersonChanged,
        in context: CallContext
    ) async throws -> Nothing {
        try await database.receive(event, in: context) { tx in
            try await tx.store([event.card])
        }
    }

    /// Answers `RelationChanged`; an older relation than the stored one changes nothing.
    public func relationChanged(
        _ event: RelationChanged,
        in context: CallContext
    ) async throws -> Nothing {
        try await database.receive(event, in: context) { tx in
            try await tx.storeRelation(
                event.relation,
                of: event.one,
                and: event.other,
                version: event.version
            )
        }
    }
}
