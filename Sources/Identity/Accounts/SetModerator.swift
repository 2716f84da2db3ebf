import IdentityAPI
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func setModerator(_ call: SetModerator, in context: CallContext) async throws -> Nothing {
        let now = now()
        return try await database.once(call, in: context, at: now) { tx in
            guard try await tx.setModerator(call.user, call.isModerator) else {
                throw Refusal(IdentityError.personUnknown, at: "/user")
            }
            if !call.isModerator {
                try await revoke(tx.endSessions(of: call.user, at: now), tx, at: now)
            }
            return Nothing()
        }
    }
}
