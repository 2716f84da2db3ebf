import IdentityAPI
import Identifiers
import Postgres
import RPC
import Values
import Wire

/// A sign-in attempt that is counted as under way.
struct OpenAttempt {
    /// What is counted if the password is wrong.
    let failures: [CountedAttempt]
    /// What is counted if the password is right.
    let successes: [CountedAttempt]
}

extension Identity {
    /// How long an attempt counts as under way if its process dies: 1 minute, longer than any
    /// caller waits. After that it counts as failed.
    static let openTryLifetime = Duration.minutes(1)

    /// Runs the body with a permit to hash passwords. Permits rotate among the waiting sites.
    func withPermit<Value: Sendable>(
        _ context: CallContext,
        _ body: (ConcurrencyLimiter.Permit) async throws -> Value
    ) async throws -> Value {
        try await passwords.limiter.withPermit(
            of: ClientNetwork(context.clientAddress),
            until: context.deadline,
            body
        )
    }

    /// Refuses an attempt if completed attempts have reached its limits.
    func refuseExhausted(_ tries: SignInAttempts, _ network: ClientNetwork) async throws {
        let now = now()
        let standings = try await database.standings(of: tries.all, at: now)
        var isStranger = false
        if SignInAttempts.slowsStrangers(standings) {
            isStranger = try await !database.isKnown(
                networks.digests(of: network, for: tries.account),
                of: tries.account,
                since: now - limits.networksAge
            )
        }
        if case .refuse(let wait) = SignInAttempts.judge(standings, isStranger: isStranger) {
            throw Refusal(IdentityError.signInsExhausted, retryAfterSeconds: wait.secondsToWait)
        }
    }

    /// Counts an attempt as under way, in its own transaction. Refuses it if a limit is reached.
    ///
    /// - Returns: `nil` if other attempts under way may still reach a limit; those with a right
    ///   password will not.
    func begin(_ tries: SignInAttempts, _ network: ClientNetwork) async throws -> OpenAttempt? {
        let now = now()
        let digests = networks.digests(of: network, for: tries.account)
        let counted: (Deferred<[CountedAttempt]>, failures: [RateLimit])? =
            try await database.transaction { tx in
                try await tx.lock(tries.all)
                let known = try tx.askWhetherKnown(
                    digests,
                    of: tries.account,
                    since: now - limits.networksAge
                )
                let standings = try await tx.standings(of: tries.all, at: now)
                let isStranger = try await !known.value
                switch SignInAttempts.judge(standings, isStranger: isStranger) {
                case .go: break
                case .wait: return nil
                case .refuse(let wait):
                    throw Refusal(
                        IdentityError.signInsExhausted,
                        retryAfterSeconds: wait.secondsToWait
                    )
                }
                let failures = tries.failures(isStranger: isStranger)
                let counted = try tx.count(
                    failures + tries.successes,
                    at: now,
                    openUntil: now + Self.openTryLifetime
                )
                return (counted, failures)
            }
        guard let (coming, failures) = counted else { return nil }
        let subjects = Set(failures.map(\.subject))
        let all = try await coming.value
        return OpenAttempt(
            failures: all.filter { subjects.contains($0.subject) },
            successes: all.filter { !subjects.contains($0.subject) }
        )
    }

    /// Counts an attempt as failed.
    func fail(_ open: OpenAttempt) async throws {
        try await database.transaction { tx in
            try tx.uncount(open.successes)
            try tx.close(open.failures)
        }
    }

    /// Uncounts an attempt without a result. If the connection was lost during the commit, the
    /// result is unknown, and the attempt counts as successful.
    func forget(_ open: OpenAttempt, after error: any Error) async throws {
        let isUnknown = (error as? PostgresError)?.knowledge == .expired
        try await database.transaction { tx in
            try tx.uncount(open.failures)
            if !isUnknown { try tx.uncount(open.successes) }
        }
    }
}

extension Transaction {
    /// Counts an attempt as successful. Sent with the next statement.
    func succeed(_ open: OpenAttempt) throws {
        try uncount(open.failures)
        if !open.successes.isEmpty { try close(open.successes) }
    }

    /// Counts a session that begins in an account. The account must be locked.
    ///
    /// - Returns: A refusal if too many sessions began; then nothing is counted.
    func countSession(_ sessions: RateLimit?, at now: Instant) async throws -> Refusal? {
        guard let sessions else { return nil }
        if case .reached(let wait) = try await standings(of: [sessions], at: now)[0] {
            return Refusal(
                IdentityError.signInsExhausted,
                retryAfterSeconds: wait.secondsToWait
            )
        }
        _ = try count([sessions], at: now)
        return nil
    }
}
