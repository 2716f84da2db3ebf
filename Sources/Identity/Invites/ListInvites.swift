import IdentityAPI
import Postgres
import RPC
import Values
import Wire

extension Identity {
    func listInvites(_ call: ListInvites, in context: CallContext) async throws -> Page<Invite> {
        let owner = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: IdentityError.limitInvalid)
        let place = try Self.invitesCursor.keys(
            of: call.cursor,
            orThrow: IdentityError.cursorInvalid
        )
        if let place, InviteCode(place.1) == nil {
            throw Refusal(IdentityError.cursorInvalid, at: "/cursor")
        }
        let found = try await database.invites(of: owner, after: place, limit: limit.fetched)
        let (items, nextCursor) = limit.cut(found) {
            Self.invitesCursor.text($0.madeAt, $0.code)
        }
        return Page(items: items.map(\.inviteReply), nextCursor: nextCursor)
    }

    /// Ordered by the time at which an invite was made, then by its code.
    private static let invitesCursor = PageCursor<Instant, String>("invites")
}
