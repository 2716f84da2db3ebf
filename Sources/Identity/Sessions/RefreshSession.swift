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
        // Throwing inside would roll back the end of the session, so refusals are thrown
        // afterwards.
        let renewed = try await database.localLocks.withLocks([shown.turn]) {
            try await database.transaction { tx in
                try await renew(shown, in: context, tx, at: now)
            }
        }
        guard let (family, session) = renewed else { throw IdentityError.refreshTokenInvalid }
        return try await signedIn(
            family.account,
            isModerator: family.isModerator,
            session,
            at: now
        )
    }

    /// Returns the session's next token, or `nil` to refuse. Ends the session when the token is
    /// reused.
    private func renew(
        _ shown: RefreshToken,
        in context: CallContext,
        _ tx: Transaction,
        at now: Instant
    ) async throws -> (family: TokenFamily, session: OpenSession)? {
        // The lock is sent first: what it guards is read by the next statement.
        let locked = try tx.lockSession(holding: shown.digest)
        guard let family = try await tx.family(of: shown.digest),
            let session = try await locked.value
        else { return nil }
        let verdict = RefreshVerdict(family.evidence(of: shown.digest, in: session), at: now)
        switch verdict {
        case .renew, .renewAgain:
            // What follows is sent with the commit.
            if verdict == .renewAgain {
                try tx.forgetSuccessors(of: family.head, keeping: Self.successorsMax - 1)
            }
            let next = OpenSession(id: session.id, refreshToken: RefreshToken())
            let expiresAt = now + Self.refreshLifetime
            try tx.renew(session.id, Device(context), at: now, expiresAt: expiresAt)
            try tx.insert(
                next.refreshToken,
                of: session.id,
                parent: family.head,
                expiresAt: expiresAt,
                using: shown.digest,
                at: now
            )
            return (family, next)
        case .reuse:
            if try await tx.end(session.id, of: session.account, at: now) {
                try await revoke([session.id], tx, at: now)
            }
            return nil
        case .refuse:
            return nil
        }
    }
}

extension RefreshToken {
    /// The turn of those who show one token, who wait for each other at the lock of its session.
    fileprivate var turn: LocalLock {
        LocalLock("refresh token", digest: digest, .together(atMost: 2))
    }
}

extension TokenFamily {
    fileprivate func evidence(
        of digest: [UInt8],
        in session: StoredSession
    ) -> RefreshVerdict.Evidence {
        RefreshVerdict.Evidence(
            issuedAt: expiresAt - Identity.refreshLifetime,
            expiresAt: expiresAt,
            isUsed: usedAt != nil,
            isTwinUsed: head != digest,
            isSuccessorUsed: isSuccessorUsed,
            isSessionEnded: session.endedAt != nil
        )
    }
}
