import ChallengesAPI
import Identifiers
import Postgres
import RPC
import Values
import Wire

extension Opinions {
    func listLikes(_ call: ListLikes, in context: CallContext) async throws -> Page<Like> {
        let asker = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: ChallengesError.limitInvalid)
        let place = try place(of: call)
        guard
            try await database.definition(call.definition, seenBy: asker, in: Languages(nil)) != nil
        else { throw ChallengesError.definitionNotFound }
        let fetched = try await database.likes(
            of: call.definition,
            seenBy: asker,
            after: place,
            limit: limit.fetched
        )
        let (items, nextCursor) = limit.cut(fetched) { like in
            Self.likesCursor.text(call.definition, like.likedAt, like.user.id)
        }
        return Page(items: items, nextCursor: nextCursor)
    }

    /// Where the page begins; `nil` for the first one. Each definition has its own cursors.
    private func place(of call: ListLikes) throws(Refusal) -> (Instant, UserID)? {
        let keys = try Self.likesCursor.keys(
            of: call.cursor,
            orThrow: ChallengesError.cursorInvalid
        )
        guard let (definition, likedAt, user) = keys else { return nil }
        guard definition == call.definition else {
            throw Refusal(ChallengesError.cursorInvalid, at: "/cursor")
        }
        return (likedAt, user)
    }

    /// By the definition, and the time of the like.
    private static let likesCursor = PageCursor<DefinitionID, Instant, UserID>("likes")
}
