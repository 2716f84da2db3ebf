import IdentityAPI
import Identifiers
import Postgres
import Providers
import RPC
import Values
import Wire

extension Identity {
    func linkLogin(_ call: LinkLogin, in context: CallContext) async throws -> LinkedLogin {
        let user = try context.signedIn
        let sent = try sentToken(
            call.provider,
            accessToken: call.accessToken,
            identityToken: call.identityToken,
            nonce: call.nonce
        )
        let proved = try await prove(sent, in: context)
        // The token is used up: record the result even if the caller has disconnected.
        return try await uncancelled {
            let (login, isNew) = try await link(proved, to: user, in: context)
            await takeOver(from: proved, to: user, isNew: isNew, in: context)
            return login.shown
        }
    }

    /// Links a login, unless it is linked to the user already.
    private func link(
        _ proved: ProvedLogin,
        to user: UserID,
        in context: CallContext
    ) async throws -> (login: StoredLogin, isNew: Bool) {
        let now = now()
        let account = proved.account
        return try await withProof(proved, in: context) { tx in
            try await tx.lockAccounts([user], andHolderOf: proved.verifiedEmail)
            guard try await tx.accounts([user])[user] != nil else { throw WireError.signInNeeded }
            try await tx.refuseEndedSession(context, at: now)
            let present = try await tx.logins(of: user).first { $0.provider == account.provider }
            if let present {
                guard present.subject == account.subject else { throw IdentityError.loginExists }
                return (present, false)
            }
            let login = StoredLogin(
                provider: account.provider,
                subject: account.subject,
                account: user,
                email: proved.email?.text,
                linkedAt: now
            )
            guard try await tx.insert(login) else { throw IdentityError.loginTaken }
            // The address as it was before the provider proved another one.
            if let email = try await tx.addresses(of: user)?.email {
                try tx.post(.loginLinked, of: user, to: email.text, at: now)
            }
            try await proveAddress(by: proved, of: user, tx, at: now)
            return (login, true)
        }
    }
}

extension StoredLogin {
    /// The login as its owner sees it.
    var shown: LinkedLogin {
        LinkedLogin(
            provider: LinkedLogin.Provider(provider),
            email: email,
            linkedAt: linkedAt
        )
    }
}

extension LinkedLogin.Provider {
    init(_ provider: Provider) {
        self = Self(rawValue: provider.rawValue) ?? .unknown
    }
}
