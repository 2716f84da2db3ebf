import IdentityAPI
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func dismissNotice(_ call: DismissNotice, in context: CallContext) async throws -> Nothing {
        let user = try context.signedIn
        let now = now()
        return try await database.once(call, in: context, at: now) { tx in
            guard try await tx.dismissNotice(call.notice, of: user, at: now) else {
                throw IdentityError.noticeUnknown
            }
            return Nothing()
        }
    }
}
