import IdentityAPI
import Postgres
import RPC
import Wire

extension Identity {
    func listFriends(_ call: ListFriends, in context: CallContext) async throws -> Page<Person> {
        let user = try context.signedIn
        let limit = try at("/limit") { () throws(IdentityError) in
            try PageLimit(call.limit, orThrow: IdentityError.limitInvalid)
        }
        let cursor = try at("/cursor") { () throws(IdentityError) in
            try PageCursor(call.cursor, of: .friends, count: 2)
        }
        let page = FriendsPage(
            user: user,
            name: cursor?.parts[0] ?? "",
            username: cursor?.parts[1] ?? "",
            limit: limit.fetched
        )
        let found = try await friendsPages.value(for: page) ?? []
        let (items, nextCursor) = limit.cut(found) {
            PageCursor(.friends, $0.fullNameFolded, $0.person.username)
        }
        return Page(items: items.map(\.person), nextCursor: nextCursor)
    }
}
