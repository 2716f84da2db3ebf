import IdentityAPI
import Identifiers
import Logging
import Outbox
import Postgres
import Providers
import RPC
import Values
import Wire

/// A provider's token, as a client sends it.
struct SentToken {
    let provider: Provider
    let credential: ProviderCredential
}

/// What a provider's token has proved, while the attempt counts as under way.
struct ProvedLogin {
    let account: ProviderAccount
    let open: OpenAttempt

    /// The address that the provider names; `nil` for one that cannot be an address here.
    var email: EmailAddress? { account.email.flatMap { try? EmailAddress($0) } }
    /// The address, if the provider calls it verified.
    var verifiedEmail: EmailAddress? { account.isEmailVerified ? email : nil }
}

/// The login was linked or unlinked while a transaction waited for it: look again.
struct LoginMoved: Error {}

extension Identity {
    /// How long the digest of an identity token is kept after the token has expired, for replicas
    /// whose clocks are late: 10 minutes.
    static let spentTokensKept = Duration.minutes(10)

    /// Returns a provider that is on.
    func provider(_ name: String) throws -> Provider {
        guard let provider = Provider(rawValue: name),
            providers?.providers.contains(provider) == true
        else { throw IdentityError.providerUnknown }
        return provider
    }

    /// Returns the token of a call that names a provider and one token.
    func sentToken(
        _ provider: String,
        accessToken: String?,
        identityToken: String?,
        nonce: String?
    ) throws -> SentToken {
        let provider = try self.provider(provider)
        switch (accessToken, identityToken) {
        case (let token?, nil) where provider == .facebook:
            return SentToken(provider: provider, credential: .accessToken(token))
        case (nil, let token?):
            return SentToken(
                provider: provider,
                credential: .identityToken(token, nonce: nonce)
            )
        default: throw Refusal(IdentityError.tokenMissing, at: "/identityToken")
        }
    }

    /// Counts an attempt, then asks the provider, without a connection to the database meanwhile.
    func prove(_ sent: SentToken, in context: CallContext) async throws -> ProvedLogin {
        guard let providers else { throw IdentityError.providerUnknown }
        let open = try await begin(ProviderAttempts(from: context.clientAddress, limits))
        do throws(ProviderRefusal) {
            let account = try await providers.verify(sent.credential, with: sent.provider)
            return ProvedLogin(account: account, open: open)
        } catch {
            // Recorded even if the caller has disconnected.
            let refusal = try await uncancelled {
                switch error {
                case .invalidToken:
                    try await fail(open)
                    return Refusal(IdentityError.tokenRefused)
                case .unavailable:
                    try await forget(open, after: error)
                    return Refusal(IdentityError.providerUnavailable)
                case .notConfigured:
                    try await forget(open, after: error)
                    return Refusal(IdentityError.providerUnknown)
                }
            }
            throw refusal
        }
    }

    /// Runs what a proved login leads to, in one transaction that begins with marking the token as
    /// used. If it is refused, the token is not used. Looks again if the login moves meanwhile.
    func withProof<Value: Sendable>(
        _ proved: ProvedLogin,
        in context: CallContext,
        _ body: @Sendable (Transaction) async throws -> Value
    ) async throws -> Value {
        do {
            return try await database.transaction(in: context) { tx in
                try tx.succeed(proved.open)
                if let use = proved.account.use {
                    guard try await tx.spend(use) else { throw IdentityError.tokenRefused }
                }
                return try await body(tx)
            }
        } catch let error as IdentityError where error == .tokenRefused {
            try? await uncancelled { try await fail(proved.open) }
            throw error
        } catch let error where !(error is LoginMoved) {
            try? await uncancelled { try await forget(proved.open, after: error) }
            throw error
        }
    }

    /// Makes an address proved if the provider calls it verified and the account has or wants it,
    /// as a ticket would. The accounts must be locked, also that of the address.
    func proveAddress(
        by proved: ProvedLogin,
        of user: UserID,
        _ tx: Transaction,
        at now: Instant
    ) async throws {
        guard let email = proved.verifiedEmail, let addresses = try await tx.addresses(of: user),
            addresses.toProve?.folded == email.folded
        else { return }
        let holder = try await tx.holder(of: email.folded)
        if let holder, holder != user, try await tx.addresses(of: holder)?.verifiedAt != nil {
            return
        }
        let proof = StoredTicket(account: user, email: email.folded)
        try await prove(proof, of: addresses, heldBy: holder, tx, at: now)
    }

    /// Takes over what the provider tells besides: friends are suggested, and the picture of a new
    /// login becomes the avatar of an account without one. Later sign-ins do not wait for a
    /// picture. Nothing of it can fail the call.
    func takeOver(
        from proved: ProvedLogin,
        to user: UserID,
        isNew: Bool,
        in context: CallContext
    ) async {
        let account = proved.account
        do {
            if !account.friendSubjects.isEmpty {
                // After the login was committed: of two friends who come at once, the later one
                // finds the earlier one.
                try await database.transaction { tx in
                    try await tx.suggest(user, and: account.friendSubjects, at: account.provider)
                }
            }
            if isNew, let url = account.pictureURL {
                try await takeAvatar(at: url, of: account.provider, for: user, in: context)
            }
        } catch {
            logger.warning(
                "A provider's friends or picture were not taken over.",
                metadata: ["user": "\(user)", "error": "\(error)"]
            )
        }
    }
}
