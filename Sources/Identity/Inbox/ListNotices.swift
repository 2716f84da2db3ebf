import IdentityAPI
import Identifiers
import Postgres
import RPC
import Values
import Wire

extension Identity {
    func listNotices(_ call: ListNotices, in context: CallContext) async throws -> Page<Notice> {
        let user = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: IdentityError.limitInvalid)
        let place = try Self.noticesCursor.keys(
            of: call.cursor,
            orThrow: IdentityError.cursorInvalid
        )
        let found = try await database.notices(
            of: user,
            after: place,
            limit: limit.fetched,
            at: now()
        )
        let (items, nextCursor) = limit.cut(found) { notice in
            Self.noticesCursor.text(notice.raisedAt, notice.id)
        }
        return Page(items: items, nextCursor: nextCursor)
    }

    /// Ordered by the time when it happened.
    private static let noticesCursor = PageCursor<Instant, NoticeID>("notices")
}
