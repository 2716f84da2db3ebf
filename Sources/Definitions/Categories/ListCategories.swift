import ChallengesAPI
import Postgres
import RPC
import Wire

extension Definitions {
    func listCategories(
        _ call: ListCategories,
        in context: CallContext
    ) async throws -> Page<Category> {
        _ = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: ChallengesError.limitInvalid)
        let last = try Self.categoriesCursor.keys(
            of: call.cursor,
            orThrow: ChallengesError.cursorInvalid
        )
        let fetched = try await database.categories(
            after: last.map { (position: $0, id: $1) },
            limit: limit.fetched
        )
        let (listed, nextCursor) = limit.cut(fetched) {
            Self.categoriesCursor.text($0.position, $0.category.id)
        }
        return Page(items: listed.map(\.category), nextCursor: nextCursor)
    }

    /// Keyed by the operator's order.
    private static let categoriesCursor = PageCursor<Int, String>("categories")
}
