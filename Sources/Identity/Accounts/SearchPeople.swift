import Identifiers
import IdentityAPI
import Postgres
import RPC
import Wire

extension Identity {
    func searchPeople(
        _ call: SearchPeople,
        in context: CallContext
    ) async throws -> Page<Person> {
        let asker = try context.signedIn
        let prefix = try at("/q") { () throws(IdentityError) in try SearchPrefix(call.q) }
        let limit = try PageLimit(call.limit, orThrow: IdentityError.limitInvalid)
        let after = try Self.peopleCursor.keys(
            of: call.cursor,
            orThrow: IdentityError.cursorInvalid
        )
        guard !prefix.isEmpty else { return Page(items: []) }
        let found = try await database.people(
            beginning: prefix,
            except: asker,
            after: after ?? "",
            limit: limit.fetched
        )
        let (items, nextCursor) = limit.cut(found) { Self.peopleCursor.text($0.username) }
        let room = limit.count - items.count
        guard nextCursor == nil, room > 0, prefix.hasSimilarNames else {
            return Page(items: items, nextCursor: nextCursor)
        }
        let similar = try await database.localLocks.withLocks([.similarNames(of: asker)]) {
            try await database.people(similarTo: prefix, except: asker, limit: room)
        }
        return Page(items: items + similar)
    }

    /// Ordered by username.
    private static let peopleCursor = PageCursor<String>("people")
}

extension LocalLock {
    /// The turn of a user's searches for similar names. Where few names are similar, such a search
    /// reads most of an index of everybody: however many a user begins, one runs at a time.
    static func similarNames(of user: UserID) -> LocalLock {
        LocalLock("similar names", user, .alone)
    }
}
