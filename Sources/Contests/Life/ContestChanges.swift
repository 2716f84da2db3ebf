import ChallengesAPI
package import ChallengesCore
package import Identifiers
import Outbox
package import Postgres
package import RPC
package import Values
package import Wire

/// What all changes of a contest have in common: the locks in their order, time first, one
/// transaction, once per key.
package struct ContestChanges: Sendable {
    package let database: Database
    package let identity: any Caller
    package let media: any Caller
    let moves: Moves<ContestRules>

    package var rules: ContestRules { moves.rules }
    package var now: @Sendable () -> Instant { moves.now }

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
    package func once<C: Call>(
        _ call: C,
        in context: CallContext,
        of id: ChallengeID,
        _ hold: ContestHold,
        locking pairs: [Pair] = [],
        _ body: @Sendable (ContestRecord, Transaction) async throws -> C.Reply
    ) async throws -> C.Reply {
        try await untilNothingIsDue(of: id) {
            try await database.once(
                call,
                in: context,
                at: now(),
                after: [database.turn(id, hold)]
            ) { tx in
                let contest = try await held(id, hold, locking: pairs, in: tx)
                return try await body(contest, tx)
            }
        }
    }

    /// The same for a change that many make at once: the key, the contest and what else `body` needs
    /// to know are asked for together: `read` queues what else is read, or locked after the contest.
    /// For a repetition, what was done is rolled back.
    func once<C: Call, Known: Sendable>(
        _ call: C,
        in context: CallContext,
        of id: ChallengeID,
        _ hold: ContestHold,
        reading read: @Sendable (Transaction) throws -> Known,
        _ body: @Sendable (ContestRecord, Known, Transaction) async throws -> C.Reply
    ) async throws -> C.Reply {
        try await untilNothingIsDue(of: id) {
            try await database.once(
                call,
                in: context,
                at: now(),
                speculative: true,
                after: [database.turn(id, hold)]
            ) { tx in
                try tx.lock(id, hold)
                let contest = try tx.readContest(id)
                let known = try read(tx)
                return try await body(ready(contest.value), known, tx)
            }
        }
    }

    /// Makes a change, again as long as time has to move the contest before.
    private func untilNothingIsDue<Reply>(
        of id: ChallengeID,
        _ change: () async throws -> Reply
    ) async throws -> Reply {
        while true {
            do {
                return try await change()
            } catch is ContestDue {
                // A call that shares the contest must not wait to hold it alone: two of them would
                // wait for each other. So it begins again, once time has had its turn.
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
        return try await ready(tx.contest(id))
    }

    /// A contest that is held; makes sure that there is one, and that nothing is due.
    private func ready(_ contest: ContestRecord?) throws -> ContestRecord {
        guard let contest else { throw ChallengesError.contestNotFound }
        if let due = contest.life.dueAt(rules), due <= now() { throw ContestDue() }
        return contest
    }

    /// Makes what time does to a contest by now, or a part of it.
    func passTime(of id: ChallengeID) async throws {
        let moment = now()
        try await database.localLocks.withLocks([database.turn(id, .alone)]) {
            try await database.transaction { tx in
                try await timePassed(id, to: moment, in: tx)
            }
        }
    }

    /// Makes what time does to a contest by a moment, each step as of its own. Before its result is
    /// fixed, open queries are decided, a limited number in a transaction: while some are left, the
    /// contest stays due, and its timer goes on with them.
    func timePassed(_ id: ChallengeID, to moment: Instant, in tx: Transaction) async throws {
        try tx.lock(id, .alone)
        guard let contest = try await tx.contest(id) else { return }
        let row = row(try await knowingDays(contest, by: moment, in: tx))
        if let end = row.life.completesAt(rules), end <= moment,
            try await disputes.decideSome(of: row.contest, at: end, in: tx)
        {
            // Another moment than that of the timer that fired, which is removed.
            return try tx.schedule(ContestRow.timer, id, at: moment + .microseconds(1))
        }
        _ = try await moves.timePassed(row, to: moment, in: tx)
    }

    /// The same with a clock that stands still, so that one attempt of a change reads one time
    /// throughout.
    func atOneMoment() -> ContestChanges {
        let moment = now()
        return ContestChanges(
            database: database,
            identity: identity,
            media: media,
            moves: Moves(database: moves.database, rules: moves.rules, now: { moment })
        )
    }

    /// A contest that is held alone, for the moves of time and of its owner.
    func row(_ contest: ContestRecord) -> ContestRow {
        ContestRow(contest: contest, viewer: contest.owner, changes: self)
    }

    /// The contest with the moment until when its last day lasts for those in it, where days are
    /// what it counts and it has ended (2.9-settling).
    private func knowingDays(
        _ contest: ContestRecord,
        by moment: Instant,
        in tx: Transaction
    ) async throws -> ContestRecord {
        guard
            contest.countsOwnDays, !contest.life.state.isOver,
            let end = contest.life.endsAt, end <= moment
        else { return contest }
        var contest = contest
        contest.life.daysEndAt = contest.daysEnd(for: try await tx.zonesOfJoined(in: contest.id))
        return contest
    }
}

// What follows a move of a contest.
extension ContestChanges {
    var joining: Joining { Joining(contests: self, identity: identity) }

    package var entries: Entries { Entries(contests: self, pictures: Pictures(media: media)) }

    var disputes: Disputes { Disputes(contests: self, entries: entries) }
}

/// A contest that time has not moved yet; the transaction is rolled back and begun again.
struct ContestDue: Error {}
