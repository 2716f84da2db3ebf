import Identifiers
import Postgres
import Values

/// A presented token that renews its session. Each presentation is different from all others: a
/// client that presents a token twice gets two successors.
struct Renewal: Hashable, Sendable {
    let shown: RefreshToken
    let device: Device
    /// The token that is issued for the presented one.
    let next = RefreshToken()
    /// The commit tracker of the call.
    let tracker = CommitTracker.current

    init(showing shown: RefreshToken, on device: Device) {
        self.shown = shown
        self.device = device
    }

    /// The result of a renewal.
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
    /// Renews sessions in one batch: they share the statements and the commit.
    ///
    /// - Returns: The outcome of each renewal. Renewals that must run alone are missing: those of a
    ///   session that another renewal in the batch uses too, and those whose session must end.
    /// - Throws: The errors of `transaction`.
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
    /// Renews sessions, each at most once.
    ///
    /// - Parameters:
    ///   - renewals: The presented tokens.
    ///   - now: The time.
    ///   - end: Ends a session whose token is reused; if `nil`, such a token has no outcome.
    /// - Returns: The outcome of each renewal.
    /// - Throws: The errors of `enqueue`, and those of `end`.
    func renew(
        _ renewals: [Renewal],
        at now: Instant,
        ending end: ((StoredSession) async throws -> Void)? = nil
    ) async throws -> [Renewal: Renewal.Outcome] {
        let digests = Array(Set(renewals.map(\.shown.digest)))
        // Send the locks first: the next statement reads what they protect.
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
        // The following statements are sent with the commit.
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
