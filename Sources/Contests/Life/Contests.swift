import ChallengesAPI
import ChallengesCore
import Definitions
import Identifiers
import IdentityAPI
import Outbox
import Postgres
import RPC
import Values
import Wire

/// The calls with which owners create, change, publish, end, cancel and hand over contests
/// (2.3-states). The calls of participants are in other types.
package struct Contests: Sendable {
    let changes: ContestChanges

    var database: Database { changes.database }
    var moves: Moves<ContestRules> { changes.moves }
    var pictures: Pictures { Pictures(media: changes.media) }
    var rules: ContestRules { changes.rules }
    var now: @Sendable () -> Instant { changes.now }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(createContest)
            $0.on(changeContest)
            $0.on(deleteContest)
            $0.on(publishContest)
            $0.on(endContest)
            $0.on(cancelContest)
            $0.on(handOverContest)
        }
    }

    /// Makes a move of a contest's owner, and returns the contest as the owner sees it.
    func take<C: ContestMove>(
        _ move: @escaping @Sendable (ContestRecord) -> ContestLife.Move,
        as call: C,
        in context: CallContext
    ) async throws -> Contest {
        let asker = try context.signedIn
        return try await once(call, of: call.contest, by: asker, in: context) { row, tx in
            try await moves.take(move(row.contest), as: call, of: row, for: .owner, in: tx)
        }
    }

    /// Makes a change that only the contest's owner may make, once per idempotency key. Other
    /// callers are refused before the contest is locked, so that they cannot block it.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - id: The contest.
    ///   - asker: The caller.
    ///   - context: The context of the call.
    ///   - pairs: The pairs of users whose relations `body` reads.
    ///   - body: Makes the change. The contest is locked exclusively, belongs to the caller, and
    ///     nothing is due.
    /// - Returns: What `body` returns, or the stored reply.
    /// - Throws: What `owned` throws, what `body` throws, and as `once` does.
    func once<C: Call>(
        _ call: C,
        of id: ChallengeID,
        by asker: UserID,
        in context: CallContext,
        locking pairs: [Pair] = [],
        _ body: @Sendable (ContestRow, Transaction) async throws -> C.Reply
    ) async throws -> C.Reply {
        // The owner may change; the stored reply may not.
        if let given = try await database.reply(to: call, in: context) { return given }
        _ = try await owned(id, by: asker)
        return try await changes.once(call, in: context, of: id, .alone, locking: pairs) {
            contest,
            tx in
            try await body(owned(contest, by: asker, in: tx), tx)
        }
    }

    /// A contest for the moves of its owner. Other callers get `notYourPart` if they may see it,
    /// and `contestNotFound` otherwise.
    func owned(
        _ contest: ContestRecord,
        by asker: UserID,
        in reader: some Reader
    ) async throws -> ContestRow {
        guard contest.owner != asker else { return changes.row(contest) }
        guard try await reader.access(of: contest, for: asker).seesHead else {
            throw ChallengesError.contestNotFound
        }
        throw ChallengesError.notYourPart
    }

    /// A contest for the moves of its owner, without a lock, for checks before the lock or before
    /// calls to other services.
    func owned(_ id: ChallengeID, by asker: UserID) async throws -> ContestRow {
        guard let contest = try await database.contest(id) else {
            throw ChallengesError.contestNotFound
        }
        return try await owned(contest, by: asker, in: database)
    }

    /// A contest after a change. Reports invalid fields and fields that contradict each other; if
    /// there are any, the contest must not be used.
    func changed(
        _ contest: ContestRecord,
        by draft: ContestDraft,
        at now: Instant,
        _ problems: inout FieldProblems<ChallengesError>,
        in reader: some Reader
    ) async throws -> ContestRecord {
        var draft = draft
        draft.check(under: rules, &problems)
        var isCategoryKnown = true
        if let category = draft.category, !category.isEmpty {
            isCategoryKnown = try await reader.hasCategory(category)
        }
        var next = contest
        draft.apply(
            to: &next,
            isCategoryKnown: isCategoryKnown,
            at: now,
            under: rules,
            &problems
        )
        return next
    }

    /// identityd's answers about the author of a contest and the users whom they invite.
    func standings(
        of invitees: [UserID],
        for author: UserID,
        in context: CallContext
    ) async throws -> CheckRecipients.Reply {
        try await changes.joining.standings(of: invitees, for: author, in: context)
    }
}

// The ownership of a contest (2.11-owner).
extension Contests {
    /// Throws `contestsTooMany` if the user already owns the maximum of contests that are not over.
    /// Called before they become the owner, after the contest is locked.
    func refuseOwningMore(_ owner: UserID, in tx: Transaction) async throws {
        try tx.lockContests(of: owner)
        guard try await tx.ownedContests(of: owner) < rules.contestsOwned else {
            throw ChallengesError.contestsTooMany
        }
    }

    /// The maximum number of join requests of which a new owner is notified, newest first. The list
    /// of participants has all of them.
    static let requestsTold = 100

    /// Makes a participant the owner of a contest. The contest is locked exclusively.
    ///
    /// - Parameters:
    ///   - contest: The contest.
    ///   - user: The new owner.
    ///   - actor: The user who hands it over; `nil` if the notice names nobody.
    ///   - tx: The transaction.
    /// - Returns: The contest afterwards.
    /// - Throws: `challenges.wrong_state` for a draft or a contest that is over; `PostgresError`.
    func handOver(
        _ contest: ContestRecord,
        to user: UserID,
        by actor: UserID?,
        in tx: Transaction
    ) async throws -> ContestRecord {
        let now = now()
        var row = changes.row(contest)
        let (steps, refused) = moves.steps(byTimeTo: now, then: .handOver, of: row.life)
        if let refused { throw refused }
        row.contest.owner = user
        let passed = try await moves.settle(steps, of: row, in: tx).contest
        try await changes.joining.endBlocked(in: passed, in: tx)
        let subject = Notice.Subject(contest: contest.id)
        try tx.settle([.joinRequested], of: subject, for: [contest.owner], .gone, at: now)
        // The user may have been its owner before; the version makes each notice unique.
        try tx.tell(
            [user],
            .ownershipPassed,
            cause: "\(user)/\(passed.life.version)",
            of: passed,
            by: actor,
            at: now
        )
        let requests = try await tx.requests(of: contest.id, limit: Self.requestsTold)
        for person in requests.reversed() {
            try tx.tell(
                [user],
                .joinRequested,
                of: person,
                in: passed,
                by: person.user,
                at: now
            )
        }
        return passed
    }

    /// Passes a contest whose owner is no longer a participant to its longest-standing participant,
    /// or cancels it if there is none (a settling contest then stays as it is). The contest is
    /// locked exclusively.
    func ownerLeft(_ contest: ContestRecord, in tx: Transaction) async throws {
        guard contest.life.state != .draft, !contest.life.state.isOver else { return }
        if let successor = try await tx.successor(in: contest) {
            _ = try await handOver(contest, to: successor, by: nil, in: tx)
        } else {
            _ = try await moves.take(.ownerGone, of: changes.row(contest), in: tx)
        }
    }
}
