import Identifiers
import IdentityAPI
import Outbox
import Postgres
import Values
import Wire

extension Identity {
    /// The services that keep copies of users and relations.
    private static let copiers: [ServiceName] = [.challenges, .scoring]

    /// Publishes a user's card to the services that keep copies.
    func publish(_ card: PersonCard, _ tx: Transaction) throws {
        try tx.emit(PersonChanged(card: card), to: Self.copiers)
    }

    /// Publishes the relation between two users to the services that keep copies.
    func publish(_ relation: StoredRelation, _ tx: Transaction) throws {
        try tx.emit(relation.event, to: Self.copiers)
    }

    /// Publishes users' cards to the services that keep copies.
    func publish(_ cards: [PersonCard], _ tx: Transaction) throws {
        for copier in Self.copiers {
            try tx.emit(cards.map { PersonChanged(card: $0) }, to: copier)
        }
    }

    /// Publishes relations to the services that keep copies.
    func publish(_ relations: [StoredRelation], _ tx: Transaction) throws {
        for copier in Self.copiers {
            try tx.emit(relations.map(\.event), to: copier)
        }
    }

    /// Makes the sender and the recipient of a request friends, accepts the requests between them,
    /// and notifies the sender. The pair must be locked, and not blocked. Sent with the next
    /// statement.
    func befriend(
        by request: StoredRequest,
        instead locked: StoredRelation,
        _ tx: Transaction,
        at now: Instant
    ) throws {
        try tx.acceptRequests(between: request.pair)
        try tx.settle(request.settled(.acted, at: now))
        try tx.tell(request.accepted(at: now), noticeLimit)
        try publish(tx.set(.friends, instead: locked), tx)
    }
}
