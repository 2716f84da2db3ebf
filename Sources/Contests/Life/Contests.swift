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

/// The life of contests: how their owners make, change, publish, end and cancel them, and who owns
/// them after that (2.3-states). What people do in them is in other parts.
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

    /// Makes a move of a contest's owner, and shows them the contest.
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

    /// Makes a change of a contest that only its owner makes, once per key. Everyone else is
    /// refused before the contest is locked, so that they keep nobody from it.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - id: The contest.
    ///   - asker: Who makes the call.
    ///   - context: The context of the call.
    ///   - pairs: The pairs of people whose relations `body` reads.
    ///   - body: Makes the change. The contest is held alone, is the asker's and nothing is due.
    /// - Returns: What `body` returns, or the stored reply.
    /// - Throws: What `owned` refuses, what `body` throws, and as `once` does.
    func once<C: Call>(
        _ call: C,
        of id: ChallengeID,
        by asker: UserID,
        in context: CallContext,
        locking pairs: [Pair] = [],
        _ body: @Sendable (ContestRow, Transaction) async throws -> C.Reply
    ) async throws -> C.Reply {
        // Who owns it may change, but not the reply.
        if let given = try await database.reply(to: call, in: context) { return given }
        _ = try await owned(id, by: asker)
        return try await changes.once(call, in: context, of: id, .alone, locking: pairs) {
            contest,
            tx in
            try await body(owned(contest, by: asker, in: tx), tx)
        }
    }

    /// A contest for the moves of its owner; refuses everyone else, as far as they may know of it.
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

    /// The same of a contest that is not locked, for what is checked before it is, or before other
    /// services are asked.
    func owned(_ id: ChallengeID, by asker: UserID) async throws -> ContestRow {
        guard let contest = try await database.contest(id) else {
            throw ChallengesError.contestNotFound
        }
        return try await owned(contest, by: asker, in: database)
    }

    /// A contest after a change. Reports what is wrong with the change's fields, by themselves and
    /// together; if anything is, the contest is not to be used.
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

    /// What identityd says of people whom the author of a contest invites, and of the author.
    func standings(
        of invitees: [UserID],
        for author: UserID,
        in context: CallContext
    ) async throws -> CheckRecipients.Reply {
        try await changes.joining.standings(of: invitees, for: author, in: context)
    }
}

// Who owns a contest (2.11-owner).
extension Contests {
    /// Refuses one contest more to a person who owns as many that are not over as a user may.
    /// Called before they own it, after the lock of the contest.
    func refuseOwningMore(_ owner: UserID, in tx: Transaction) async throws {
        try tx.lockContests(of: owner)
        guard try await tx.ownedContests(of: owner) < rules.contestsOwned else {
            throw ChallengesError.contestsTooMany
        }
    }

    /// Of how many people who ask to join a new owner is told, those who asked last; all of them
    /// are in the list of participants.
    static let requestsTold = 100

    /// Makes a participant of a contest its owner. The contest is held alone.
    ///
    /// - Parameters:
    ///   - contest: The contest.
    ///   - user: The new owner.
    ///   - actor: Who hands it over; `nil` where nobody is to know.
    ///   - tx: The transaction.
    /// - Returns: The contest as it then is.
    /// - Throws: `challenges.wrong_state` of a draft, or of one that is over; `PostgresError`.
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
        // It may have been theirs before; the version makes each time another one.
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

    /// Passes a contest, whose owner is in it no longer, to who has been in it longest; cancels it
    /// if nobody is left. One that settles stays as it is then. The contest is held alone.
    func ownerLeft(_ contest: ContestRecord, in tx: Transaction) async throws {
        guard contest.life.state != .draft, !contest.life.state.isOver else { return }
        if let successor = try await tx.successor(in: contest) {
            _ = try await handOver(contest, to: successor, by: nil, in: tx)
        } else {
            _ = try await moves.take(.ownerGone, of: changes.row(contest), in: tx)
        }
    }
}
