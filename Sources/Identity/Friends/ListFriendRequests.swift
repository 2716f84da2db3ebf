import IdentityAPI
import Identifiers
import Postgres
import RPC
import Values
import Wire

extension Identity {
    func listFriendRequests(
        _ call: ListFriendRequests,
        in context: CallContext
    ) async throws -> Page<FriendRequest> {
        let asker = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: IdentityError.limitInvalid)
        let place = try Self.requestsCursor.keys(
            of: call.cursor,
            orThrow: IdentityError.cursorInvalid
        )
        let found =
            switch call.direction {
            case .incoming:
                try await database.requests(to: asker, after: place, limit: limit.fetched)
            case .outgoing:
                try await database.requests(
                    from: asker,
                    declinedAfter: now() - StoredRequest.silence,
                    after: place,
                    limit: limit.fetched
                )
            case .unknown: throw Refusal(IdentityError.directionInvalid, at: "/direction")
            }
        let (items, nextCursor) = limit.cut(found) { request in
            Self.requestsCursor.text(request.createdAt, request.id)
        }
        return Page(
            items: try await database.requestReplies(items, to: asker),
            nextCursor: nextCursor
        )
    }

    /// Ordered by the time of the request.
    private static let requestsCursor = PageCursor<Instant, FriendRequestID>("requests")
}
