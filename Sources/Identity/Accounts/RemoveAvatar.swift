import IdentityAPI
import Outbox
import Postgres
import RPC
import Wire

extension Identity {
    func removeAvatar(_ call: RemoveAvatar, in context: CallContext) async throws -> Account {
        let user = try context.signedIn
        let now = now()
        return try await database.once(call, in: context, at: now) { tx in
            guard try await tx.lockAccount(user).value else { throw WireError.signInNeeded }
            if let old = try await tx.avatar(of: user) {
                try await tx.removeAvatar(of: user, at: now)
                try await publishAvatar(nil, insteadOf: old, of: user, tx)
            }
            guard let account = try await tx.accounts([user])[user] else {
                throw WireError.signInNeeded
            }
            return account
        }
    }
}
