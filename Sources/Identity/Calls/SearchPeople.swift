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
        let limit = try at("/limit") { () throws(IdentityError) in
            try PageLimit(call.limit, orThrow: IdentityError.limitInvalid)
        }
        let cursor = try at("/cursor") { () throws(IdentityError) in
            try PageCursor(call.cursor, of: .people, count: 1)
        }
        let found = try await database.people(
            beginning: prefix,
            except: asker,
            after: cursor?.parts[0] ?? "",
            limit: limit.fetched
        )
        let (items, nextCursor) = limit.cut(found) { PageCursor(.people, $0.username) }
        return Page(items: items, nextCursor: nextCursor)
    }
}
