import IdentityAPI
import Postgres
import RPC
import Wire

extension Identity {
    func listFriends(_ call: ListFriends, in context: CallContext) async throws -> Page<Person> {
        let user = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: IdentityError.limitInvalid)
        let after = try Self.friendsCursor.keys(
            of: call.cursor,
            orThrow: IdentityError.cursorInvalid
        )
        let page = FriendsPage(
            user: user,
            name: after?.0 ?? "",
            username: after?.1 ?? "",
            limit: limit.fetched
        )
        let found = try await friendsPages.value(for: page) ?? []
        let (items, nextCursor) = limit.cut(found) {
            Self.friendsCursor.text($0.fullNameFolded, $0.person.username)
        }
        return Page(items: items.map(\.person), nextCursor: nextCursor)
    }

    /// Ordered by full name, then by username.
    private static let friendsCursor = PageCursor<String, String>("friends")
}
