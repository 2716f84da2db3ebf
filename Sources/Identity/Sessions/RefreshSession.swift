import IdentityAPI
import Identifiers
import Postgres
import RPC
import Values

extension Identity {
    func refreshSession(_ call: RefreshSession, in context: CallContext) async throws -> SignedIn {
        guard let shown = RefreshToken(call.refreshToken) else {
            throw IdentityError.refreshTokenInvalid
        }
        let now = now()
        let outcome = try await database.localLocks.withLocks([shown.turn]) {
            try await renew(Renewal(showing: shown, on: Device(context)), at: now)
        }
        guard case .renewed(let family, let session) = outcome else {
            throw IdentityError.refreshTokenInvalid
        }
        return try await signedIn(
            family.account,
            isModerator: family.isModerator,
            session,
            at: now
        )
    }

    /// Renews a session in one transaction with others that are renewed at the same time, or in its
    /// own transaction if it can't share one.
    private func renew(_ renewal: Renewal, at now: Instant) async throws -> Renewal.Outcome {
        if let outcome = try await renewals.valueDespiteOthers(for: renewal) { return outcome }
        // Throwing inside would roll back the end of the session, so refusals are thrown
        // afterwards.
        return try await database.transaction { tx in
            let outcomes = try await tx.renew([renewal], at: now) { session in
                if try await tx.end(session.id, of: session.account, at: now) {
                    try await revoke([session.id], tx, at: now)
                }
            }
            return outcomes[renewal] ?? .refused
        }
    }
}

extension RefreshToken {
    /// The lock for calls with the same token: they run one after the other, and are never renewed
    /// in one batch.
    fileprivate var turn: LocalLock {
        LocalLock("refresh token", digest: digest, .alone)
    }
}
