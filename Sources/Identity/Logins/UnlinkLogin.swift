import IdentityAPI
import Identifiers
import Outbox
import Postgres
import Providers
import RPC
import Wire

extension Identity {
    func unlinkLogin(_ call: UnlinkLogin, in context: CallContext) async throws -> Nothing {
        let user = try context.signedIn
        guard let provider = Provider(rawValue: call.provider) else {
            throw IdentityError.providerUnknown
        }
        let isOn = providers?.providers ?? []
        let now = now()
        try await database.transaction(in: context) { tx in
            // Under the lock, of two logins that are unlinked at once one stays.
            guard try await tx.lockAccount(user).value,
                let credentials = try await tx.credentials(user)
            else { throw WireError.signInNeeded }
            try await tx.refuseEndedSession(context, at: now)
            let logins = try await tx.logins(of: user)
            guard logins.contains(where: { $0.provider == provider }) else {
                // A login of a provider that was turned off can still be unlinked.
                guard isOn.contains(provider) else { throw IdentityError.providerUnknown }
                return
            }
            let others = logins.filter { $0.provider != provider && isOn.contains($0.provider) }
            guard credentials.hasPassword || !others.isEmpty else { throw IdentityError.loginLast }
            try tx.deleteLogin(provider, of: user)
        }
        return Nothing()
    }
}
