import Identifiers
import IdentityAPI
import Outbox
import Postgres
import Wire

extension Identity {
    /// Who keeps copies of people and relations.
    private static let copiers: [ServiceName] = [.challenges, .scoring]

    /// Tells the services that keep copies how a person is called.
    func publish(_ card: PersonCard, _ tx: Transaction) async throws {
        for copier in Self.copiers {
            try await tx.emit(PersonChanged(card: card), to: copier)
        }
    }

    /// Tells the services that keep copies what two people are to each other.
    func publish(_ relation: StoredRelation, _ tx: Transaction) async throws {
        for copier in Self.copiers {
            try await tx.emit(relation.event, to: copier)
        }
    }

    /// Tells the services that keep copies how people are called.
    func publish(_ cards: [PersonCard], _ tx: Transaction) async throws {
        for copier in Self.copiers {
            try await tx.emit(cards.map { PersonChanged(card: $0) }, to: copier)
        }
    }

    /// Tells the services that keep copies what people are to each other.
    func publish(_ relations: [StoredRelation], _ tx: Transaction) async throws {
        for copier in Self.copiers {
            try await tx.emit(relations.map(\.event), to: copier)
        }
    }

    /// Makes two people friends whose pair is locked, and accepts what either asked the other.
    func befriend(_ pair: Pair, _ tx: Transaction) async throws {
        try await tx.acceptRequests(between: pair)
        try await publish(tx.set(.friends, of: pair), tx)
    }
}
