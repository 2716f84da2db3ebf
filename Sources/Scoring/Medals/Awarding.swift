import Identifiers
import IdentityAPI
import Outbox
import Postgres
import ScoringAPI
import Values
import Wire

// Medals are given in steps, by whichever replica comes first: for each completion of a contest by a
// person, and for each result once all of a contest are written (2.7-medals). Those of earlier
// releases come in the same steps. A medal for a completion that was taken back is void (2.7-void).
extension Medals {
    /// Gives the next medals. One contest that fails does not keep the others waiting.
    ///
    /// - Returns: For how much there was something to do; what another replica is at does not count.
    func award() async throws -> Int {
        var count = 0
        var failure: (any Error)?
        let moment = now()
        let steps: [@Sendable (Instant, Transaction) async throws -> Int] = [voidGoals, awardGoals]
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

    /// Voids the next medals for goals whose completion was taken back, and removes their notices.
    ///
    /// - Returns: How many completions were looked at.
    func voidGoals(at moment: Instant, in tx: Transaction) async throws -> Int {
        let goals = try await tx.lostGoals(limit: stepMax)
        guard !goals.isEmpty else { return 0 }
        try tx.markUnawarded(goals)
        let medals = try await tx.medalRules().filter { $0.family == .goal }.map(\.medal)
        let void = try await tx.void(medals, for: goals, at: moment)
        let settled = void.map { medal in
            NoticesSettled(
                subject: Notice.Subject(medal),
                kinds: [.medal],
                outcome: .gone,
                at: moment
            )
        }
        try tx.emit(settled, to: .identity, at: moment)
        return goals.count
    }

    /// Gives the next medals for goals that people reached.
    ///
    /// - Returns: How many completions were looked at.
    func awardGoals(at moment: Instant, in tx: Transaction) async throws -> Int {
        let goals = try await tx.reachedGoals(limit: stepMax)
        guard !goals.isEmpty else { return 0 }
        try tx.markAwarded(goals)
        let rules = try await tx.medalRules()
        try await tx.give(goals.flatMap { rules.earned(by: $0) }, tellingAt: moment)
        return goals.count
    }

    /// Gives the next medals for the results of a contest.
    ///
    /// - Returns: Whether there was something to do, and no other replica at it.
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
    /// Gives people those medals that they do not have, and tells them, unless it is late.
    func give(_ medals: [EarnedMedal], tellingAt now: Instant) async throws {
        let given = try await give(medals, at: now)
        let told = medals.filter { given.contains($0.id) && !$0.isLate }.map { medal in
            PeopleTold(
                people: [medal.user],
                kind: .medal,
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
