import Identifiers
import IdentityAPI
import People
import Postgres
import RPC
import ScoringAPI
import Wire

extension Scoring {
    /// Returns standings for places. Leaves out users whose names are not known and can't be
    /// fetched.
    func standings(
        at places: [Place],
        me: UserID?,
        in context: CallContext
    ) async throws -> [Standing] {
        let known = try await knownPeople.values(for: places.map(\.user))
        return try await standings(
            at: places.map { NamedPlace(place: $0, person: known[$0.user]) },
            me: me,
            in: context
        )
    }

    /// Returns standings for places, and asks identity once for the names that are missing.
    func standings(
        at places: [NamedPlace],
        me: UserID?,
        in context: CallContext
    ) async throws -> [Standing] {
        let missing = places.filter { $0.person == nil }.map(\.place.user)
        let asked = try await database.cards(of: missing, from: identity, in: context)
        return places.compactMap { named in
            (named.person ?? asked[named.place.user]?.person).map {
                Standing(
                    rank: named.place.rank,
                    user: $0,
                    points: named.place.points,
                    isMe: named.place.user == me
                )
            }
        }
    }
}

extension Database {
    /// Fetches the cards of the first 100 of these people from identity, and stores them.
    func cards(
        of missing: [UserID],
        from identity: any Caller,
        in context: CallContext
    ) async throws -> [UserID: PersonCard] {
        guard !missing.isEmpty else { return [:] }
        let users = Array(missing.prefix(ListCards.usersLimit.upperBound))
        // While identity is unavailable, a board without a few names is better than none.
        let asked = try? await identity.call(ListCards(users: users), in: context)
        guard let asked else { return [:] }
        try await transaction { try $0.store(asked.cards) }
        return Dictionary(asked.cards.map { ($0.person.id, $0) }) { first, _ in first }
    }
}
