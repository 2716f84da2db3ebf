import IdentityAPI
import Identifiers
import Postgres
import RPC
import Values

extension Identity {
    func signIn(_ call: SignIn, in context: CallContext) async throws -> SignedIn {
        let now = now()
        let found = try await database.credentials(Login(call.login))
        let tryings = [
            Trying.signIn(account: found?.account.id, login: call.login, limits),
            Trying.signIn(address: context.clientAddress, limits),
        ].compactMap(\.self)
        try await database.check(tryings, at: now)
        let verdict = try await passwords.turnstile.inTurn {
            // Others may have failed while this one waited.
            try await database.check(tryings, at: now)
            return try await passwords.compare(call.password, with: found?.passwordHash)
        }
        guard let found, case .right(let rehashed) = verdict else {
            try await database.transaction { tx in try await tx.count(tryings, at: now) }
            throw IdentityError.signInFailed
        }
        let user = found.account.id
        let session = try await database.transaction { tx in
            if let rehashed {
                try await tx.replacePasswordHash(of: user, found.passwordHash, with: rehashed)
            }
            return try await beginSession(of: user, in: context, tx, at: now)
        }
        return try await signedIn(
            found.account,
            isModerator: found.isModerator,
            session,
            at: now
        )
    }
}
