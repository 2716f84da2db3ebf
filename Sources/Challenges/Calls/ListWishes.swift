import ChallengesAPI
import FoundationEssentials
import Identifiers
import Postgres
import RPC
import Values
import Wire

extension Opinions {
    func listWishes(_ call: ListWishes, in context: CallContext) async throws -> Page<WishedItem> {
        let asker = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: ChallengesError.limitInvalid)
        let place = try OpinionPlace.wishes.keys(
            of: call.cursor,
            orThrow: ChallengesError.cursorInvalid
        )
        let listed = try await database.wishes(
            by: asker,
            after: OpinionPlace.start(after: place),
            limit: limit.fetched
        )
        let (items, nextCursor) = try await shown(
            listed,
            to: asker,
            in: Languages(call.languages),
            limit,
            by: OpinionPlace.wishes
        )
        return Page(
            items: items.map { item in
                WishedItem(
                    wishedAt: item.place.at,
                    definition: item.definition,
                    contest: item.contest
                )
            },
            nextCursor: nextCursor
        )
    }
}
