import ChallengesAPI
import Contests
import Definitions
import Identifiers
import Postgres
import RPC
import Values
import Wire

extension Opinions {
    func listLikes(_ call: ListLikes, in context: CallContext) async throws -> Page<Like> {
        let asker = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: ChallengesError.limitInvalid)
        switch (call.definition, call.contest) {
        case (let definition?, nil):
            let place = try place(of: call.cursor, definition, Self.definitionLikes)
            let found = try await database.definition(
                definition,
                seenBy: asker,
                in: Languages(nil)
            )
            guard found != nil else { throw ChallengesError.definitionNotFound }
            return try await likes(
                of: definition,
                to: asker,
                after: place,
                limit,
                by: Self.definitionLikes
            )
        case (nil, let contest?):
            let place = try place(of: call.cursor, contest, Self.contestLikes)
            guard let found = try await database.contest(contest) else {
                throw ChallengesError.contestNotFound
            }
            let access = try await database.access(of: found, for: asker)
            guard access.seesHead else { throw ChallengesError.contestNotFound }
            guard access.seesRanking || access.seesNamesOnly else {
                throw ChallengesError.notYourPart
            }
            return try await likes(
                of: contest,
                to: asker,
                after: place,
                limit,
                by: Self.contestLikes
            )
        case (nil, nil), (.some, .some):
            throw Refusal(WireError.malformed)
        }
    }

    private func likes<Kind>(
        of target: ID<Kind>,
        to viewer: UserID,
        after place: (Instant, UserID)?,
        _ limit: PageLimit,
        by cursors: LikeCursor<Kind>
    ) async throws -> Page<Like> {
        let found = try await database.likes(
            of: target,
            seenBy: viewer,
            after: place,
            limit: limit.fetched
        )
        let (items, nextCursor) = limit.cut(found) { like in
            cursors.text(target, like.likedAt, like.user.id)
        }
        return Page(items: items, nextCursor: nextCursor)
    }

    /// Where the page begins; `nil` for the first one. Each definition and contest has its own
    /// cursors.
    private func place<Kind>(
        of cursor: String?,
        _ target: ID<Kind>,
        _ cursors: LikeCursor<Kind>
    ) throws(Refusal) -> (Instant, UserID)? {
        let keys = try cursors.keys(of: cursor, orThrow: ChallengesError.cursorInvalid)
        guard let (thing, likedAt, user) = keys else { return nil }
        guard thing == target else { throw Refusal(ChallengesError.cursorInvalid, at: "/cursor") }
        return (likedAt, user)
    }

    /// Keyed by the definition or contest, and by the time of the like.
    private typealias LikeCursor<Kind> = PageCursor<ID<Kind>, Instant, UserID>

    private static let definitionLikes = LikeCursor<Named.Definition>("likes")
    private static let contestLikes = LikeCursor<Named.Challenge>("contest_likes")
}
