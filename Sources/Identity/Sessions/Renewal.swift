import Identifiers
import Postgres
import Values

/// A token that a client shows to renew its session. Two are equal only if they are the same one:
/// whoever shows a token twice gets two successors.
struct Renewal: Hashable, Sendable {
    let shown: RefreshToken
    let device: Device
    /// The token that is issued for it.
    let next = RefreshToken()
    /// The commit tracker of the call.
    let tracker = CommitTracker.current

    init(showing shown: RefreshToken, on device: Device) {
        self.shown = shown
        self.device = device
    }

    /// What became of it.
    enum Outcome: Sendable {
        case renewed(TokenFamily, OpenSession)
        case refused
    }

    static func == (one: Renewal, other: Renewal) -> Bool {
        one.next == other.next
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(next.digest)
    }
}

extension Database {
    /// Renews sessions together, of different people: they share the statements and the commit.
    ///
    /// - Returns: What became of each. Missing are those that must be tried alone: tokens of a session
    ///   of which another token is among them, and those whose session ends.
    /// - Throws: As `transaction`.
    func renew(
        _ renewals: [Renewal],
        at now: Instant
    ) async throws -> [Renewal: Renewal.Outcome] {
        try await transaction(for: renewals.compactMap(\.tracker)) { tx in
            try await tx.renew(renewals, at: now)
        }
    }
}

extension Transaction {
    /// Renews sessions, of each at most one.
    ///
    /// - Parameters:
    ///   - renewals: What is shown.
    ///   - now: The time.
    ///   - end: Ends a session whose token is reused; without it, such a token has no outcome.
    /// - Returns: What became of each.
    /// - Throws: As `enqueue`; what `end` throws.
    func renew(
        _ renewals: [Renewal],
        at now: Instant,
        ending end: ((StoredSession) async throws -> Void)? = nil
    ) async throws -> [Renewal: Renewal.Outcome] {
        let digests = Array(Set(renewals.map(\.shown.digest)))
        // The locks are sent first: what they guard is read by the next statement.
        let locked = try lockSessions(holding: digests)
        let families = try await families(of: digests)
        let sessions = try await locked.value
        var outcomes: [Renewal: Renewal.Outcome] = [:]
        var (renewed, issued) = ([(session: SessionID, device: Device)](), [IssuedToken]())
        var known: Set<SessionID> = []
        for renewal in renewals {
            let shown = renewal.shown.digest
            guard let family = families[shown], let session = sessions[family.session] else {
                outcomes[renewal] = .refused
                continue
            }
            guard known.insert(session.id).inserted else { continue }
            let verdict = RefreshVerdict(family.evidence(of: shown, in: session), at: now)
            switch verdict {
            case .renew, .renewAgain:
                if verdict == .renewAgain {
                    try forgetSuccessors(of: family.head, keeping: Identity.successorsMax - 1)
                }
                renewed.append((session.id, renewal.device))
                issued.append(
                    IssuedToken(
                        token: renewal.next,
                        session: session.id,
                        shown: shown,
                        parent: family.head
                    )
                )
                let next = OpenSession(id: session.id, refreshToken: renewal.next)
                outcomes[renewal] = .renewed(family, next)
            case .reuse:
                guard let end else { continue }
                try await end(session)
                outcomes[renewal] = .refused
            case .refuse:
                outcomes[renewal] = .refused
            }
        }
        guard !issued.isEmpty else { return outcomes }
        // What follows is sent with the commit.
        let expiresAt = now + Identity.refreshLifetime
        try renew(renewed, at: now, expiresAt: expiresAt)
        try insert(issued, expiresAt: expiresAt, at: now)
        return outcomes
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
