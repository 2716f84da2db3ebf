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
        // Throwing inside would roll back the end of the session, so refusals are thrown
        // afterwards.
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

    /// Returns the session's next token, or `nil` to refuse. Ends the session when the token is
    /// reused.
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

    /// Returns what is known of a token. Its session must be locked.
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

/// A token among its twins, which were issued for the same token.
private struct TokenFamily {
    /// The twin that was used first, or the token itself. All successors are issued for it, so that
    /// the successors of twins are twins again.
    let head: [UInt8]
    let evidence: RefreshVerdict.Evidence
}
