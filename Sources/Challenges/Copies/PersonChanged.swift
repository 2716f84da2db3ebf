import ChallengesCore
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Wire

extension Copies {
    /// Stores a user's card; one that is older than the stored one changes nothing. What depends on
    /// their days is computed again in the same transaction, also where a call has brought the card
    /// before. A zone that is told late holds from the next midnight.
    func personChanged(_ event: PersonChanged, in context: CallContext) async throws -> Nothing {
        let user = event.card.person.id
        return try await database.receive(event, in: context, at: now()) { tx in
            let known = try await tx.copies(of: [user])[user]?.zones
            try tx.store([event.card.taken(at: now(), after: known)])
            for part in parts { try await part.daysChanged(of: user, in: tx) }
        }
    }
}
