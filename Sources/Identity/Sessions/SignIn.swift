import IdentityAPI
import Identifiers
import Postgres
import RPC
import Values
import Wire

extension Identity {
    func signIn(_ call: SignIn, in context: CallContext) async throws -> SignedIn {
        for _ in 0..<Self.comparisonsMax {
            do {
                return try await compareAndBegin(call, in: context)
            } catch is PasswordMoved {
                continue
            }
        }
        throw IdentityError.busy
    }

    /// How often a password is compared that changes meanwhile.
    private static let comparisonsMax = 3

    private func compareAndBegin(
        _ call: SignIn,
        in context: CallContext
    ) async throws -> SignedIn {
        let found = try await database.credentials(Login(call.login))
        let tries = SignInAttempts(
            login: call.login,
            account: found?.account.id,
            from: context.clientAddress,
            limits
        )
        try await refuseExhausted(tries, ClientNetwork(context.clientAddress))
        let (open, verdict) = try await compare(call.password, with: found, tries, in: context)
        // Record the result of the comparison even if the caller has disconnected.
        return try await uncancelled {
            guard let found, case .right(let rehashed) = verdict else {
                try await fail(open)
                throw IdentityError.signInFailed
            }
            let now = now()
            let session = try await begin(found, rehashed, tries, open, in: context, at: now)
            return try await signedIn(
                found.account,
                isModerator: found.isModerator,
                session,
                at: now
            )
        }
    }

    /// Waits for a permit, counts the attempt and compares the password.
    private func compare(
        _ password: String,
        with found: Credentials?,
        _ tries: SignInAttempts,
        in context: CallContext
    ) async throws -> (OpenAttempt, Passwords.Comparison) {
        let network = ClientNetwork(context.clientAddress)
        while true {
            let compared: (OpenAttempt, Passwords.Comparison)? = try await withPermit(context) {
                permit in
                guard let open = try await begin(tries, network) else {
                    // Attempts under way end within one permit's time. Wait, then return the
                    // permit, so that another site gets one in between.
                    try await passwords.pause(in: permit)
                    return nil
                }
                do {
                    let stored = found?.passwordHash
                    return (open, try await passwords.compare(password, with: stored, in: permit))
                } catch {
                    try await uncancelled { try await forget(open, after: error) }
                    throw error
                }
            }
            if let compared { return compared }
        }
    }

    /// Begins a session unless the account has reached its limit, and uncounts the attempt as a
    /// failure. Throws `PasswordMoved` if the account has another hash than the one that was
    /// compared: the password may have been changed or reset meanwhile.
    private func begin(
        _ found: Credentials,
        _ rehashed: String?,
        _ tries: SignInAttempts,
        _ open: OpenAttempt,
        in context: CallContext,
        at now: Instant
    ) async throws -> OpenSession {
        let user = found.account.id
        let begun: Result<OpenSession, Refusal>
        do {
            begun = try await database.transaction { tx in
                // Under the lock, concurrent sign-ins are counted and remembered one by one.
                guard try await tx.lockAccount(user).value else { throw IdentityError.signInFailed }
                let stored = try tx.passwordHash(of: user)
                try tx.succeed(open)
                let refusal = try await tx.countSession(tries.sessions, at: now)
                guard try await stored.value == found.passwordHash else { throw PasswordMoved() }
                if let refusal { return .failure(refusal) }
                if let rehashed {
                    try tx.replacePasswordHash(of: user, found.passwordHash, with: rehashed)
                }
                return .success(try beginSession(of: user, in: context, tx, at: now))
            }
        } catch {
            // The password was right, so the attempt is no failure.
            try? await forget(open, after: error)
            throw error
        }
        return try begun.get()
    }
}

/// The account has another hash than the one that a password was compared with: compare again.
private struct PasswordMoved: Error {}
