import Identifiers
import IdentityAPI
import People
import Postgres
import RPC
import ScoringAPI
import Wire

extension Scoring {
    func scoreboard(
        _ call: GetScoreboard,
        in context: CallContext
    ) async throws -> GetScoreboard.Reply {
        let asker = try context.signedIn
        let limit = try at("/limit") { () throws(ScoringError) in
            try PageLimit(call.limit, orThrow: ScoringError.limitInvalid)
        }
        let after = try at("/cursor") { () throws(ScoringError) in
            try call.cursor.map(BoardCursor.init(text:))
        }
        let members = try await database.friends(of: asker) + [asker]
        let found = try await database.places(among: members, after: after, limit: limit.fetched)
        let (places, nextCursor) = limit.cut(found) { BoardCursor($0).page }
        let cards = try await cards(of: places.map(\.user), in: context)
        return Page(
            items: places.compactMap { place in
                cards[place.user].map {
                    Standing(
                        rank: place.rank,
                        user: $0,
                        points: place.points,
                        isMe: place.user == asker
                    )
                }
            },
            nextCursor: nextCursor
        )
    }

    /// The people as the copy knows them; whoever is not known yet is asked of identity, once.
    /// Whom identity cannot name either is left out until an event brings the name.
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
