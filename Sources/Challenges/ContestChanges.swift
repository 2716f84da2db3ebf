import ChallengesAPI
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

/// What all changes of a contest have in common: the locks in their order, time first, one
/// transaction, once per key.
struct ContestChanges: Sendable {
    let database: Database
    let moves: Moves

    var rules: Rules { moves.rules }
    var now: @Sendable () -> Instant { moves.now }

    /// Makes a change of a contest, once per key. What time does to it by now is done before
    /// (2.9-time-first).
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - context: The context of the call.
    ///   - id: The contest.
    ///   - hold: Whether others may change it at the same time.
    ///   - pairs: The pairs of people whose relations `body` reads; locked before the contest.
    ///   - body: Makes the change. The contest is locked and nothing is due.
    /// - Returns: What `body` returns, or the stored reply.
    /// - Throws: `challenges.contest_not_found`, what `body` throws, and as `once` does.
    func once<C: Call>(
        _ call: C,
        in context: CallContext,
        of id: ChallengeID,
        _ hold: ContestHold,
        locking pairs: [Pair] = [],
        _ body: @Sendable (ContestRecord, Transaction) async throws -> C.Reply
    ) async throws -> C.Reply {
        while true {
            do {
                return try await database.once(call, in: context, at: now()) { tx in
                    let contest = try await held(id, hold, locking: pairs, in: tx)
                    return try await body(contest, tx)
                }
            } catch is ContestDue {
                // Whoever shares a contest must not wait to have it alone: two who did would wait for
                // each other. So it begins anew, once time has had its turn.
                try await passTime(of: id)
            }
        }
    }

    /// Locks and reads a contest, and makes sure that nothing is due.
    ///
    /// - Throws: `challenges.contest_not_found`; `ContestDue` if time has not had its turn.
    func held(
        _ id: ChallengeID,
        _ hold: ContestHold,
        locking pairs: [Pair] = [],
        in tx: Transaction
    ) async throws -> ContestRecord {
        if !pairs.isEmpty { try tx.lock(pairs) }
        try tx.lock(id, hold)
        guard let contest = try await tx.contest(id) else {
            throw ChallengesError.contestNotFound
        }
        if let due = contest.life.dueAt(rules), due <= now() { throw ContestDue() }
        return contest
    }

    /// Makes what time does to a contest by now.
    func passTime(of id: ChallengeID) async throws {
        let moment = now()
        try await database.transaction { tx in
            try await moves.timePassed(ContestRow.self, id.uuid, to: moment, in: tx)
        }
    }
}

/// A contest that time has not moved yet; the transaction is rolled back and begun anew.
struct ContestDue: Error {}
