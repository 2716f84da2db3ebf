import ChallengesAPI
package import ChallengesCore
package import Identifiers
import Outbox
package import Postgres
package import RPC
package import Values
package import Wire

/// What all changes of a contest share: locks in their order, due transitions first, one
/// transaction, once per idempotency key.
package struct ContestChanges: Sendable {
    package let database: Database
    package let identity: any Caller
    package let media: any Caller
    let moves: Moves<ContestRules>

    package var rules: ContestRules { moves.rules }
    package var now: @Sendable () -> Instant { moves.now }

    /// Changes a contest, once per idempotency key. Due transitions are applied first
    /// (2.9-time-first).
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - context: The context of the call.
    ///   - id: The contest.
    ///   - hold: Whether the contest is locked exclusively or shared with other changes.
    ///   - pairs: The pairs of users whose relations `body` reads; locked before the contest.
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

    /// Changes a contest as `once` above does, for changes that many users make at once: the
    /// idempotency key, the contest and what `read` queues (further reads, and locks after the
    /// contest's) travel in one message. If the call turns out to be a repetition, its effects are
    /// rolled back.
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

    /// Makes a change, and repeats it while a transition of the contest is due.
    private func untilNothingIsDue<Reply>(
        of id: ChallengeID,
        _ change: () async throws -> Reply
    ) async throws -> Reply {
        while true {
            do {
                return try await change()
            } catch is ContestDue {
                // A call with the shared lock must not wait for the exclusive one: two such calls
                // would deadlock. So it begins again after the due transitions.
                try await passTime(of: id)
            }
        }
    }

    /// Locks and reads a contest, and checks that no transition is due.
    ///
    /// - Throws: `challenges.contest_not_found`; `ContestDue` if a transition is due.
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

    /// Checks that a locked contest exists and that no transition is due.
    private func ready(_ contest: ContestRecord?) throws -> ContestRecord {
        guard let contest else { throw ChallengesError.contestNotFound }
        if isDue(contest) { throw ContestDue() }
        return contest
    }

    /// Whether a transition of a contest is due, or its start and end are to be derived by newer
    /// rules of its time zone.
    func isDue(_ contest: ContestRecord) -> Bool {
        if let due = contest.life.dueAt(rules), due <= now() { return true }
        return contest.isOutdated(in: rules.zones)
    }

    /// Applies the due transitions of a contest, or some of them.
    func passTime(of id: ChallengeID) async throws {
        let moment = now()
        try await database.localLocks.withLocks([database.turn(id, .alone)]) {
            try await database.transaction { tx in
                try await timePassed(id, to: moment, in: tx)
            }
        }
    }

    /// Applies the transitions of a contest that are due by a moment, each with its own time. Open
    /// queries are decided before the result is fixed, a limited number in each transaction: while
    /// some are left, the contest stays due and its timer goes on.
    func timePassed(_ id: ChallengeID, to moment: Instant, in tx: Transaction) async throws {
        try tx.lock(id, .alone)
        guard var contest = try await tx.contest(id) else { return }
        contest = try await derived(contest, at: moment, in: tx)
        let row = row(try await knowingDays(contest, by: moment, in: tx))
        if let end = row.life.completesAt(rules), end <= moment,
            try await disputes.decideSome(of: row.contest, at: end, in: tx)
        {
            // The new timer needs another moment: the timer that fired is removed.
            return try tx.schedule(ContestRow.timer, id, at: moment + .microseconds(1))
        }
        _ = try await moves.timePassed(row, to: moment, in: tx)
    }

    /// Stores the days of an exclusively locked contest, and the moments that follow from them by
    /// newer rules of its time zone, if it is outdated. Participants get no notice: their days stay
    /// as they are.
    private func derived(
        _ contest: ContestRecord,
        at moment: Instant,
        in tx: Transaction
    ) async throws -> ContestRecord {
        guard contest.isOutdated(in: rules.zones) else { return contest }
        let next = contest.derived(under: rules)
        try moves.rearrange(row(next), over: contest.life.version, in: tx)
        if next.life.state == .active,
            let end = next.life.endsAt, let planned = contest.life.endsAt, end < planned
        {
            try await entries.recount(leftOutBy: next, at: moment, in: tx)
        }
        return next
    }

    /// A copy with a stopped clock, so that one attempt at a change uses one time throughout.
    func atOneMoment() -> ContestChanges {
        let moment = now()
        return ContestChanges(
            database: database,
            identity: identity,
            media: media,
            moves: Moves(database: moves.database, rules: moves.rules, now: { moment })
        )
    }

    /// An exclusively locked contest, for moves of its owner and due transitions.
    func row(_ contest: ContestRecord) -> ContestRow {
        ContestRow(contest: contest, viewer: contest.owner, changes: self)
    }

    /// For an ended contest that counts days: sets when the last day is over in every participant's
    /// time zone (2.9-settling).
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

// The features that a move of a contest affects.
extension ContestChanges {
    var joining: Joining { Joining(contests: self, identity: identity) }

    package var entries: Entries { Entries(contests: self, pictures: Pictures(media: media)) }

    var disputes: Disputes { Disputes(contests: self, entries: entries) }
}

/// A transition of the contest is due; the transaction is rolled back and begun again.
struct ContestDue: Error {}
