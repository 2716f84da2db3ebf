import ChallengesAPI
import ChallengesCore
import Identifiers
import Postgres
import RPC
import Values
import Wire

extension Opinions {
    func listMyLikes(_ call: ListMyLikes, in context: CallContext) async throws -> Page<LikedItem> {
        let asker = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: ChallengesError.limitInvalid)
        let keys = try Self.myLikes.keys(of: call.cursor, orThrow: ChallengesError.cursorInvalid)
        let liked = try await database.likes(
            by: asker,
            after: keys.map { at, target in (at, target.uuid) },
            limit: limit.fetched
        )
        let languages = Languages(call.languages)
        let (items, nextCursor) = try await opinionReplies(
            ListPart(items: liked),
            to: asker,
            in: languages,
            limit,
            Self.myLikes
        )
        return Page(items: items.map(LikedItem.init), nextCursor: nextCursor)
    }

    /// Keyed by the time of the like, and by what is liked.
    private static let myLikes = PageCursor<Instant, ChallengeID>("my_likes")
}

extension LikedItem {
    fileprivate init(_ shown: ShownOpinion) {
        let place = shown.place
        self.init(
            likedAt: place.at,
            definition: shown.definition,
            contest: shown.contest,
            definitionID: place.of == .definition ? DefinitionID(place.target) : nil,
            contestID: place.of == .contest ? ChallengeID(place.target) : nil
        )
    }
}
