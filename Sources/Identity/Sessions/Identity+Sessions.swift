import IdentityAPI
import Identifiers
import Postgres
import RPC
import Values
import Wire

extension Identity {
    /// How long a refresh token is valid: 60 days (2.8-refresh).
    static let refreshLifetime = SignedIn.refreshTokenLifetime
    /// The maximum number of unused successors of a refresh token, however often it is presented:
    /// 100 (2.8-refresh).
    static let successorsMax = 100

    /// Begins a session and remembers the client's network, in the transaction that created or
    /// locked the account.
    func beginSession(
        of user: UserID,
        in context: CallContext,
        _ tx: Transaction,
        at now: Instant
    ) throws -> OpenSession {
        let session = OpenSession(id: SessionID(), refreshToken: RefreshToken())
        let expiresAt = now + Self.refreshLifetime
        try tx.insert(session.id, of: user, Device(context), at: now, expiresAt: expiresAt)
        try tx.insert(session.refreshToken, of: session.id, expiresAt: expiresAt)
        if context.clientAddress != nil {
            let network = ClientNetwork(context.clientAddress)
            try tx.remember(
                networks.digests(of: network, for: user),
                of: user,
                at: now,
                countMax: limits.networksKept
            )
        }
        return session
    }

    /// Returns the reply for a session that was begun or renewed, with a new access token.
    func signedIn(
        _ account: Account,
        isModerator: Bool,
        _ session: OpenSession,
        at now: Instant
    ) async throws -> SignedIn {
        let claims = AccessClaims(
            user: account.id,
            session: session.id,
            isModerator: isModerator,
            at: now
        )
        return SignedIn(
            user: account,
            accessToken: try await signer.sign(claims, at: now),
            refreshToken: session.refreshToken.text,
            expiresIn: claims.exp - claims.iat
        )
    }

    /// Publishes to gateways that sessions ended. Must be the last step of a transaction.
    func revoke(_ sessions: [SessionID], _ tx: Transaction, at now: Instant) async throws {
        guard !sessions.isEmpty else { return }
        let number = try await tx.takeRevocationNumbers(sessions.count)
        try await tx.insertRevocations(sessions, after: number, at: now)
    }
}

extension Transaction {
    /// Refuses a caller whose session has ended: a gateway may not know yet, as of a reset that has
    /// taken the account from who began the session. The account must be locked, so that a reset
    /// comes before or after all of the transaction.
    func refuseEndedSession(_ context: CallContext, at now: Instant) async throws {
        guard let session = context.session else { return }
        guard try await standing(of: session, at: now)?.user == context.user else {
            throw WireError.signInNeeded
        }
    }
}

/// A session that was begun or renewed, with its next refresh token.
struct OpenSession {
    let id: SessionID
    let refreshToken: RefreshToken
}
