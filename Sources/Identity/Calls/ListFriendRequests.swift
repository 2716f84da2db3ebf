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
        let limit = try at("/limit") { () throws(IdentityError) in
            try PageLimit(call.limit, orThrow: IdentityError.limitInvalid)
        }
        let place = try at("/cursor") { () throws(IdentityError) in try Self.place(call.cursor) }
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
            PageCursor(
                .requests,
                String(request.createdAt.microseconds),
                String(describing: request.id)
            )
        }
        return Page(
            items: try await database.shown(items, to: asker),
            nextCursor: nextCursor
        )
    }

    private static func place(
        _ cursor: String?
    ) throws(IdentityError) -> (Instant, FriendRequestID)? {
        guard let cursor = try PageCursor(cursor, of: .requests, count: 2) else { return nil }
        guard
            let microseconds = Int64(cursor.parts[0]), let id = FriendRequestID(cursor.parts[1]),
            abs(Instant(microseconds: microseconds) - Instant(microseconds: 0)) < .days(1_000_000)
        else { throw .cursorInvalid }
        return (Instant(microseconds: microseconds), id)
    }
}

private func abs(_ duration: Duration) -> Duration {
    max(duration, .zero - duration)
}
