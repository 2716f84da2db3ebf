import ChallengesCore
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Wire

extension Copies {
    /// Stores a user's card; a card older than the stored one changes nothing. Everything that
    /// depends on the user's local days is recomputed in the same transaction, even if a call has
    /// stored the card before. A time zone that arrives late applies from the next midnight.
    func personChanged(_ event: PersonChanged, in context: CallContext) async throws -> Nothing {
        let user = event.card.person.id
        return try await database.receive(event, in: context, at: now()) { tx in
            let known = try await tx.copies(of: [user])[user]?.zones
            try tx.store([event.card.taken(at: now(), after: known)])
            for part in parts { try await part.daysChanged(of: user, in: tx) }
        }
    }
}
