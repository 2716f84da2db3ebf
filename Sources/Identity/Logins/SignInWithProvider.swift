import IdentityAPI
import Identifiers
import Postgres
import Providers
import RPC
import Values
import Wire

extension Identity {
    func signInWithProvider(
        _ call: SignInWithProvider,
        in context: CallContext
    ) async throws -> SignedIn {
        let sent = try sentToken(
            call.provider,
            accessToken: call.accessToken,
            identityToken: call.identityToken,
            nonce: call.nonce
        )
        let newcomer = try Newcomer(call, unless: reservedUsernames)
        let proved = try await prove(sent, in: context)
        // The token is used up: record the result even if the caller has disconnected.
        return try await uncancelled {
            let (user, session, isNew) = try await enter(newcomer, proved, in: context)
            await takeOver(from: proved, to: user, isNew: isNew, in: context)
            guard let found = try await database.credentials(user) else {
                throw WireError.signInNeeded
            }
            return try await signedIn(
                found.account,
                isModerator: found.isModerator,
                session,
                at: now()
            )
        }
    }

    /// Begins a session in the account that has the login, or else in a new one.
    private func enter(
        _ newcomer: Newcomer,
        _ proved: ProvedLogin,
        in context: CallContext
    ) async throws -> (user: UserID, session: OpenSession, isNew: Bool) {
        for _ in 0..<Self.looksMax {
            do {
                if let user = try await database.owner(of: proved.account) {
                    return (user, try await beginSession(of: user, proved, in: context), false)
                }
                let (user, session) = try await create(newcomer, proved, in: context)
                return (user, session, true)
            } catch is LoginMoved {
                continue
            }
        }
        try? await forget(proved.open, after: LoginMoved())
        throw IdentityError.busy
    }

    /// How often a login is looked up that moves meanwhile.
    private static let looksMax = 3

    private func beginSession(
        of user: UserID,
        _ proved: ProvedLogin,
        in context: CallContext
    ) async throws -> OpenSession {
        let now = now()
        let sessions = ProviderAttempts.sessions(of: user, from: context.clientAddress, limits)
        return try await withProof(proved, in: context) { tx in
            try await tx.lockAccounts([user], andHolderOf: proved.verifiedEmail)
            // It may have been unlinked, and linked elsewhere, before the lock.
            guard try await tx.owner(of: proved.account) == user else { throw LoginMoved() }
            if let refusal = try await tx.countSession(sessions, at: now) { throw refusal }
            try await proveAddress(by: proved, of: user, tx, at: now)
            return try beginSession(of: user, in: context, tx, at: now)
        }
    }

    /// Creates an account with the login, and begins a session in it.
    private func create(
        _ newcomer: Newcomer,
        _ proved: ProvedLogin,
        in context: CallContext
    ) async throws -> (UserID, OpenSession) {
        let tryings = RegistrationAttempts(from: context.clientAddress, limits)
        let names: (first: PersonName, last: PersonName)
        let counted: [CountedAttempt]
        do {
            names = try newcomer.names(proved.account)
            try await database.refuseExhausted(tryings.all, at: now())
            counted = try await count(tryings)
        } catch {
            try? await forget(proved.open, after: error)
            throw error
        }
        let now = now()
        do {
            return try await withProof(proved, in: context) { tx in
                try await create(newcomer, names, proved, in: context, tx, at: now)
            }
        } catch {
            // If the connection was lost during the commit, the account may exist.
            if (error as? PostgresError)?.knowledge != .expired { await takeBack(counted) }
            if let taken = error as? ValueTaken {
                guard try await mayTell(tryings, waits: true, at: now) else {
                    try await database.refuseExhausted(tryings.all, at: now)
                    throw IdentityError.registrationsExhausted
                }
                throw taken.refusal
            }
            throw error
        }
    }

    private func create(
        _ newcomer: Newcomer,
        _ names: (first: PersonName, last: PersonName),
        _ proved: ProvedLogin,
        in context: CallContext,
        _ tx: Transaction,
        at now: Instant
    ) async throws -> (UserID, OpenSession) {
        let user = UserID()
        var inviter: UserID?
        if let code = newcomer.invite { inviter = try await tx.invite(code)?.owner }
        try await tx.lockAccounts([inviter].compactMap(\.self), andHolderOf: proved.email)
        let email = try await freeAddress(proved, tx, at: now)
        let account = newcomer.account(
            user,
            try await username(of: newcomer, names, user, tx, at: now),
            names,
            email: email,
            isVerified: email != nil && proved.account.isEmailVerified,
            at: now
        )
        do {
            try await tx.insert(account)
        } catch let refusal as Refusal {
            // Another registration came first: of a made username, make another one.
            if newcomer.username == nil { throw LoginMoved() }
            throw ValueTaken(refusal: refusal)
        }
        let login = StoredLogin(
            provider: proved.account.provider,
            subject: proved.account.subject,
            account: user,
            email: proved.email?.text,
            linkedAt: now
        )
        guard try await tx.insert(login) else { throw LoginMoved() }
        let session = try beginSession(of: user, in: context, tx, at: now)
        try publish(account.card, tx)
        if let code = newcomer.invite { try await use(code, by: user, tx, at: now) }
        return (user, session)
    }

    /// Returns the address of a new account. A verified one is taken from an account that has not
    /// proved it; one that is not verified is left to the account that has it. Refuses the address
    /// of an account that has proved it. The account that has it must be locked.
    private func freeAddress(
        _ proved: ProvedLogin,
        _ tx: Transaction,
        at now: Instant
    ) async throws -> EmailAddress? {
        guard let email = proved.email else { return nil }
        guard let holder = try await tx.holder(of: email.folded) else { return email }
        guard try await tx.addresses(of: holder)?.verifiedAt == nil else {
            throw ValueTaken(refusal: Refusal(IdentityError.emailTaken))
        }
        guard proved.account.isEmailVerified else { return nil }
        guard try await tx.takeAddress(from: holder, at: now) else { throw LoginMoved() }
        try tx.dropTickets(of: holder)
        return email
    }

    /// Returns the username that the caller chose, or else one that is free.
    private func username(
        of newcomer: Newcomer,
        _ names: (first: PersonName, last: PersonName),
        _ user: UserID,
        _ tx: Transaction,
        at now: Instant
    ) async throws -> Username {
        if let chosen = newcomer.username {
            guard try await !tx.taken(user, chosen, nil, at: now).username else {
                throw ValueTaken(refusal: Refusal(IdentityError.usernameTaken, at: "/username"))
            }
            return chosen
        }
        let made = MadeUsernames(names.first, names.last)
        var random = SystemRandomNumberGenerator()
        let candidates = (0..<Self.usernamesMax).compactMap { number in
            let text = made.candidate(number, using: &random)
            return try? Username(new: text, unless: reservedUsernames)
        }
        guard let free = try await tx.firstFree(of: candidates, for: user, at: now) else {
            throw IdentityError.busy
        }
        return free
    }

    /// How many usernames are tried for an account.
    private static let usernamesMax = 10
}

/// A value that another account has. The refusal counts against a limit before it is told.
private struct ValueTaken: Error {
    let refusal: Refusal
}

extension ProviderAttempts {
    /// Sessions that begin in an account; `nil` if the client's address does not count.
    fileprivate static func sessions(
        of user: UserID,
        from address: String?,
        _ limits: SignInLimits
    ) -> RateLimit? {
        guard let address, !limits.exempt.contains(address) else { return nil }
        return .sessions(of: user, limits)
    }
}

extension Transaction {
    /// Locks accounts, and the one that has an address.
    func lockAccounts(_ users: [UserID], andHolderOf email: EmailAddress?) async throws {
        var holder: UserID?
        if let email { holder = try await self.holder(of: email.folded) }
        let all = Set(users + [holder].compactMap(\.self)).sorted()
        if !all.isEmpty { try await lockAccounts(all) }
    }
}
