import IdentityAPI
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func revokeInvite(_ call: RevokeInvite, in context: CallContext) async throws -> Nothing {
        let owner = try context.signedIn
        guard let code = InviteCode(call.code) else { throw IdentityError.inviteUnknown }
        let now = now()
        return try await database.once(call, in: context, at: now) { tx in
            guard try await tx.invite(code)?.owner == owner else {
                throw IdentityError.inviteUnknown
            }
            try tx.revokeInvite(code, at: now)
            return Nothing()
        }
    }
}
