import Identifiers
import IdentityAPI
import People
import Postgres
import RPC
import ScoringAPI
import Wire

extension Scoring {
    /// Gives places their people. Whoever cannot be named is left out until an event brings the
    /// name.
    func standings(
        at places: [Place],
        me: UserID?,
        in context: CallContext
    ) async throws -> [Standing] {
        let cards = try await cards(of: places.map(\.user), in: context)
        return places.compactMap { place in
            cards[place.user].map {
                Standing(
                    rank: place.rank,
                    user: $0,
                    points: place.points,
                    isMe: place.user == me
                )
            }
        }
    }

    /// The people as the copy knows them; whoever is not known yet is asked of identity, once.
    private func cards(
        of users: [UserID],
        in context: CallContext
    ) async throws -> [UserID: Person] {
        var known = try await database.people(users)
        let missing = users.filter { known[$0] == nil }
        guard !missing.isEmpty else { return known }
        // A board without a few names serves better than none while identity cannot be asked.
        let asked = try? await identity.call(ListCards(users: missing), in: context)
        guard let asked else { return known }
        try await database.transaction { try await $0.store(asked.cards) }
        for card in asked.cards { known[card.person.id] = card.person }
        return known
    }
}
