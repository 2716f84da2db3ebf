import IdentityAPI
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func signOut(_ call: SignOut, in context: CallContext) async throws -> Nothing {
        let user = try context.signedIn
        guard let session = context.session else { return Nothing() }
        let now = now()
        return try await database.once(call, in: context, at: now) { tx in
            if try await tx.end(session, of: user, at: now) {
                try await revoke([session], tx, at: now)
            }
            return Nothing()
        }
    }
}
