import IdentityAPI
import Postgres
import RPC

extension Identity {
    func verifySession(
        _ call: VerifySession,
        in context: CallContext
    ) async throws -> VerifySession.Reply {
        let standing = try await database.standing(of: call.session, at: now())
        return VerifySession.Reply(
            isActive: standing != nil,
            user: standing?.user,
            isModerator: standing?.isModerator ?? false
        )
    }
}
