import Identifiers
import IdentityAPI
import Outbox
import Postgres
import ScoringAPI
import Values
import Wire

// Medals are awarded in steps, by whichever replica comes first: for each completion of a contest
// and, once all results of a contest are written, for each result (2.7-medals). The same steps
// award medals for contests of earlier releases. A medal for a revoked completion is void
// (2.7-void).
extension Medals {
    /// Awards the next medals. A contest that fails does not stop the others.
    ///
    /// - Returns: The number of completions and contests that were processed. Those that another
    ///   replica has locked do not count.
    func award() async throws -> Int {
        var count = 0
        var failure: (any Error)?
        let moment = now()
        let steps: [@Sendable (Instant, Transaction) async throws -> Int] = [
            voidGoals, awardGoals, awardMilestones,
        ]
        for step in steps {
            do {
                count += try await database.transaction { tx in try await step(moment, tx) }
            } catch {
                failure = error
            }
        }
        for contest in try await database.unawardedBoards(limit: 100) {
            do {
                let hasLooked = try await database.transaction { tx in
                    try await awardResults(of: contest, at: moment, in: tx)
                }
                if hasLooked { count += 1 }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return count
    }

    /// Voids the next medals for goals whose completion was revoked, and removes their notices.
    ///
    /// - Returns: The number of completions that were checked.
    func voidGoals(at moment: Instant, in tx: Transaction) async throws -> Int {
        let goals = try await tx.lostGoals(limit: stepMax)
        guard !goals.isEmpty else { return 0 }
        try tx.markUnawarded(goals)
        let medals = try await tx.medalRules().filter { $0.family == .goal }.map(\.medal)
        try tx.settle(try await tx.void(medals, for: goals, at: moment), .medal, at: moment)
        return goals.count
    }

    /// Awards the next medals for reached goals.
    ///
    /// - Returns: The number of completions that were checked.
    func awardGoals(at moment: Instant, in tx: Transaction) async throws -> Int {
        let goals = try await tx.reachedGoals(limit: stepMax)
        guard !goals.isEmpty else { return 0 }
        try tx.markAwarded(goals)
        let rules = try await tx.medalRules()
        try await tx.give(goals.flatMap { rules.earned(by: $0) }, tellingAt: moment)
        return goals.count
    }

    /// Awards the next medals for the results of a contest.
    ///
    /// - Returns: Whether there was something to do, and no other replica had locked the contest.
    func awardResults(
        of contest: ChallengeID,
        at moment: Instant,
        in tx: Transaction
    ) async throws -> Bool {
        guard let board = try await tx.unawardedBoard(of: contest) else { return false }
        let rules = try await tx.medalRules()
        let scored = try await tx.scored(in: contest, limit: rules.scoredMax)
        let results = try await tx.results(of: contest, after: board.after, limit: stepMax)
        try tx.saveMedals(
            of: contest,
            after: results.last?.user ?? board.after,
            endedAt: results.count < stepMax ? moment : nil
        )
        let medals = results.flatMap { result in
            rules.earned(by: result, in: board.contest, scored: scored, at: board.frozenAt)
        }
        try await tx.give(medals, tellingAt: moment)
        return true
    }
}

extension Transaction {
    /// Voids medals that were lost, and removes their notices.
    ///
    /// - Parameters:
    ///   - lost: The medals; users need not have them.
    ///   - kind: The kind of their notices.
    ///   - now: The time.
    /// - Throws: `PostgresError`.
    func takeBack(_ lost: [LostMedal], _ kind: Notice.Kind, at now: Instant) async throws {
        try settle(try await void(lost, at: now), kind, at: now)
    }

    /// Removes the notices of void medals. Sent with the next statement.
    func settle(_ void: [MedalID], _ kind: Notice.Kind, at now: Instant) throws {
        let settled = void.map { medal in
            NoticesSettled(
                subject: Notice.Subject(medal),
                kinds: [kind],
                outcome: .gone,
                at: now
            )
        }
        try emit(settled, to: .identity, at: now)
    }

    /// Awards the medals that their users do not have yet, and notifies the users, except of late
    /// medals.
    func give(_ medals: [EarnedMedal], tellingAt now: Instant) async throws {
        let given = try await give(medals, at: now)
        let told = medals.filter { given.contains($0.id) && !$0.isLate }.map { medal in
            PeopleTold(
                people: [medal.user],
                kind: medal.family == .streak ? .streakMedal : .medal,
                cause: "\(medal.id)",
                challenge: medal.challenge,
                subject: Notice.Subject(medal.id),
                name: medal.name,
                at: now
            )
        }
        try emit(told, to: .identity, at: now)
    }
}
