package import Identifiers
package import IdentityAPI
import People
import Postgres
package import RPC
package import Wire

extension Database {
    /// The caller as a person, to be shown in the answer. If there is no copy of their card yet,
    /// also the card, to be stored with what the call makes.
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
