import Identifiers
import IdentityAPI
import Postgres
import RPC
import Values
import Wire

extension Identity {
    func listSuggestions(
        _ call: ListSuggestions,
        in context: CallContext
    ) async throws -> Page<Suggestion> {
        let user = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: IdentityError.limitInvalid)
        let last = try Self.suggestionsCursor.keys(
            of: call.cursor,
            orThrow: IdentityError.cursorInvalid
        )
        let found = try await database.suggestions(
            to: user,
            before: last,
            declinedAfter: now() - StoredRequest.silence,
            limit: limit.fetched
        )
        let (items, nextCursor) = limit.cut(found) { Self.suggestionsCursor.text($0.user.id) }
        return Page(items: items, nextCursor: nextCursor)
    }

    /// Ordered by the suggested user's id, the newest first.
    private static let suggestionsCursor = PageCursor<UserID>("suggestions")
}
