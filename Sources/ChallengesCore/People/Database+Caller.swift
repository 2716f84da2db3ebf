package import Identifiers
package import IdentityAPI
import People
import Postgres
package import RPC
package import Wire

extension Database {
    /// The caller as shown in the reply. If the service has no copy of their card yet, also the
    /// card, which the call stores.
    package func caller(
        _ user: UserID,
        asking identity: any Caller,
        in context: CallContext
    ) async throws -> (Person, PersonCard?) {
        if let copy = try await people([user])[user] { return (copy, nil) }
        let cards = try await identity.call(ListCards(users: [user]), in: context).cards
        guard let card = cards.first else { throw WireError.signInNeeded }
        return (card.person, card)
    }
}
