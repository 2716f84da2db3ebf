import OutboxAPI
import Postgres
import RPC
import Wire

extension OutboxCalls {
    func listBlockedEvents(
        _ call: ListBlockedEvents,
        in context: CallContext
    ) async throws -> Page<BlockedEvent> {
        let limit = try PageLimit(call.limit, orThrow: OutboxError.limitInvalid)
        let last = try Self.cursor.keys(of: call.cursor, orThrow: OutboxError.cursorInvalid)
        let found = try await database.blockedEvents(after: last, limit: limit.fetched)
        let (items, nextCursor) = limit.cut(found) { Self.cursor.text(Int($0.number)) }
        return Page(items: items, nextCursor: nextCursor)
    }

    /// By number.
    private static let cursor = PageCursor<Int>("blocked-events")
}
