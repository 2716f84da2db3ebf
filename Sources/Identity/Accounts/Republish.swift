import IdentityAPI
import Identifiers
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func republish(_ call: Republish, in context: CallContext) async throws -> Republish.Reply {
        try await database.once(call, in: context, at: now()) { tx in
            Republish.Reply(
                people: try await republishPeople(tx),
                relations: try await republishRelations(tx)
            )
        }
    }

    private func republishPeople(_ tx: Transaction) async throws -> Int {
        var count = 0
        var last: UserID?
        while true {
            let cards = try await tx.cards(after: last, limit: 500)
            for card in cards { try publish(card, tx) }
            count += cards.count
            guard let end = cards.last else { return count }
            last = end.person.id
        }
    }

    private func republishRelations(_ tx: Transaction) async throws -> Int {
        var count = 0
        var last: Pair?
        while true {
            let relations = try await tx.relations(after: last, limit: 500)
            for relation in relations { try publish(relation, tx) }
            count += relations.count
            guard let end = relations.last else { return count }
            last = end.pair
        }
    }
}
