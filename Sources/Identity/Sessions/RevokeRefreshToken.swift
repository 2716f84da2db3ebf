import IdentityAPI
import Identifiers
import Postgres
import RPC

extension Identity {
    func revokeRefreshToken(
        _ call: RevokeRefreshToken,
        in context: CallContext
    ) async throws -> RevokeRefreshToken.Reply {
        guard let shown = RefreshToken(call.refreshToken) else {
            throw IdentityError.refreshTokenInvalid
        }
        let now = now()
        return try await database.transaction { tx in
            let sessions = try await tx.lockSessions(holding: [shown.digest]).value
            guard let session = sessions.values.first else {
                throw IdentityError.refreshTokenInvalid
            }
            if try await tx.end(session.id, of: session.account, at: now) {
                try await revoke([session.id], tx, at: now)
            }
            return RevokeRefreshToken.Reply(session: session.id)
        }
    }
}
