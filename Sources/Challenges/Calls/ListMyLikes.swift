import ChallengesAPI
import FoundationEssentials
import Identifiers
import Postgres
import RPC
import Values
import Wire

extension Opinions {
    func listMyLikes(_ call: ListMyLikes, in context: CallContext) async throws -> Page<LikedItem> {
        let asker = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: ChallengesError.limitInvalid)
        let place = try OpinionPlace.likes.keys(
            of: call.cursor,
            orThrow: ChallengesError.cursorInvalid
        )
        let listed = try await database.likes(
            by: asker,
            after: OpinionPlace.start(after: place),
            limit: limit.fetched
        )
        let (items, nextCursor) = try await shown(
            listed,
            to: asker,
            in: Languages(call.languages),
            limit,
            by: OpinionPlace.likes
        )
        return Page(
            items: items.map { item in
                LikedItem(
                    likedAt: item.place.at,
                    definition: item.definition,
                    contest: item.contest
                )
            },
            nextCursor: nextCursor
        )
    }
}
