import IdentityAPI
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func seeNotices(_ call: SeeNotices, in context: CallContext) async throws -> NoticeCounts {
        let user = try context.signedIn
        if let ids = call.ids, !SeeNotices.idsLimit.contains(ids.count) {
            throw Refusal(IdentityError.tooManyNotices, at: "/ids")
        }
        let now = now()
        return try await database.once(call, in: context, at: now) { tx in
            try tx.see(call.ids, of: user, at: now)
            return try await tx.noticeCounts(of: user, at: now)
        }
    }
}
