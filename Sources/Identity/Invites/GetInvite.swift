import IdentityAPI
import Postgres
import RPC
import Values
import Wire

extension Identity {
    func getInvite(_ call: GetInvite, in context: CallContext) async throws -> CodePreview {
        guard let code = InviteCode(call.code), let preview = try await openInvite(code, at: now())
        else { throw IdentityError.inviteUnknown }
        return preview
    }

    /// Returns an invite that someone may still use, as everyone who has the code sees it; `nil` if
    /// nobody may.
    func openInvite(_ code: InviteCode, at now: Instant) async throws -> CodePreview? {
        guard let invite = try await database.invite(code), invite.isValid(at: now), invite.hasUses,
            let card = try await database.cards([invite.owner]).first, card.isActive
        else { return nil }
        return invite.preview(by: card.person)
    }
}
