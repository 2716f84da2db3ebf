import IdentityAPI
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Identity {
    func changePassword(_ call: ChangePassword, in context: CallContext) async throws -> Nothing {
        let user = try context.signedIn
        let password = try NewPassword(call.password, at: "/password")
        guard let found = try await database.credentials(user) else {
            throw WireError.signInNeeded
        }
        if !found.hasPassword { try await refuseOldSession(of: user, context) }
        let hash = try await withPermit(context) { permit in
            guard found.hasPassword else { return try await passwords.hash(password, in: permit) }
            // Counted as wrong before the work, so that concurrent guesses are counted too.
            let counted = try await countGuess(of: user)
            let stored = found.passwordHash
            let isRight =
                try await passwords.compare(call.current ?? "", with: stored, in: permit) != .wrong
            guard isRight else { throw Refusal(IdentityError.passwordWrong, at: "/current") }
            try await uncancelled { [database] in
                try await database.transaction { tx in try tx.uncount(counted) }
            }
            return try await passwords.hash(password, in: permit)
        }
        let now = now()
        try await database.transaction(in: context) { tx in
            guard try await tx.lockAccount(user).value else { throw WireError.signInNeeded }
            try await tx.refuseEndedSession(context, at: now)
            // Another change may have come first.
            guard
                try await tx.changePasswordHash(
                    of: user,
                    from: found.passwordHash,
                    to: hash,
                    at: now
                )
            else { throw Refusal(IdentityError.passwordWrong, at: "/current") }
            try tx.dropTickets(of: user)
            if let email = try await tx.addresses(of: user)?.email {
                try tx.post(.passwordChanged, of: user, to: email.text, at: now)
            }
            try await revoke(
                tx.endSessions(of: user, except: context.session, at: now),
                tx,
                at: now
            )
        }
        return Nothing()
    }

    /// Refuses a session that began too long ago to set a first password: a stranger
    /// who finds a phone must not take its account over.
    private func refuseOldSession(of user: UserID, _ context: CallContext) async throws {
        guard let session = context.session,
            let beganAt = try await database.beginning(of: session, of: user),
            now() - beganAt <= Self.firstPasswordTime
        else { throw IdentityError.sessionOld }
    }

    /// How long after a sign-in an account without a password may set one: 10 minutes.
    private static let firstPasswordTime = Duration.minutes(10)

    /// Counts a guess of a password by someone who is signed in. Refuses it if the limit is
    /// reached.
    private func countGuess(of user: UserID) async throws -> [CountedAttempt] {
        let guesses = RateLimit.guesses(of: user, limits)
        let now = now()
        return try await database.transaction { tx in
            try await tx.lock([guesses])
            if case .reached(let wait) = try await tx.standings(of: [guesses], at: now)[0] {
                throw Refusal(
                    IdentityError.passwordsExhausted,
                    retryAfterSeconds: wait.secondsToWait
                )
            }
            return try tx.count([guesses], at: now)
        }.value
    }
}
