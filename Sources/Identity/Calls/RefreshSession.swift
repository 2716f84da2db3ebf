import IdentityAPI
import Identifiers
import Postgres
import RPC
import Values

extension Identity {
    func refresh(_ call: RefreshSession, in context: CallContext) async throws -> SignedIn {
        guard let shown = RefreshToken(call.refreshToken) else {
            throw IdentityError.refreshTokenInvalid
        }
        let now = now()
        // A refusal must not take the end of the session back, hence no throwing inside.
        let renewed = try await database.transaction { tx in
            try await renew(shown, in: context, tx, at: now)
        }
        guard let renewed, let holder = try await database.credentials(renewed.user) else {
            throw IdentityError.refreshTokenInvalid
        }
        return try await signedIn(
            holder.account,
            isModerator: holder.isModerator,
            renewed.session,
            at: now
        )
    }

    /// Gives the session's next token, or `nil`; ends the session when the token was used before.
    private func renew(
        _ shown: RefreshToken,
        in context: CallContext,
        _ tx: Transaction,
        at now: Instant
    ) async throws -> (user: UserID, session: OpenSession)? {
        guard
            let id = try await tx.session(holding: shown.digest),
            let session = try await tx.lockSession(id),
            let family = try await family(of: shown.digest, session, tx)
        else { return nil }
        switch RefreshVerdict(family.evidence, at: now) {
        case .renew, .renewAgain:
            if family.evidence.usedAt == nil { try await tx.use(shown.digest, at: now) }
            let next = OpenSession(id: id, refreshToken: RefreshToken())
            let expiresAt = now + Self.refreshLifetime
            try await tx.renew(id, Device(context), at: now, expiresAt: expiresAt)
            try tx.insert(
                next.refreshToken,
                of: id,
                parent: family.head,
                expiresAt: expiresAt
            )
            return (session.account, next)
        case .reuse:
            if try await tx.end(id, of: session.account, at: now) {
                try await revoke([id], tx, at: now)
            }
            return nil
        case .refuse:
            return nil
        }
    }

    /// What is known of a token whose session is locked.
    private func family(
        of digest: [UInt8],
        _ session: StoredSession,
        _ tx: Transaction
    ) async throws -> TokenFamily? {
        guard let token = try await tx.token(digest) else { return nil }
        var head = digest
        var parentUsedAt: Instant?
        if let parent = token.parent {
            head = try await tx.head(ofTokensGivenFor: parent) ?? digest
            parentUsedAt = try await tx.token(parent)?.usedAt
        }
        let evidence = RefreshVerdict.Evidence(
            usedAt: token.usedAt,
            parentUsedAt: parentUsedAt,
            expiresAt: token.expiresAt,
            isTwinUsed: head != digest,
            isSuccessorUsed: try await tx.isSuccessorUsed(of: head),
            isSessionEnded: session.endedAt != nil
        )
        return TokenFamily(head: head, evidence: evidence)
    }
}

/// A token among those that were given for the same one.
private struct TokenFamily {
    /// The twin that was used first, or the token itself: all successors are given for it, so that
    /// the twins' successors are twins again.
    let head: [UInt8]
    let evidence: RefreshVerdict.Evidence
}
