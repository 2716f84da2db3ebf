import ChallengesAPI
import Identifiers
import IdentityAPI
import People
import Postgres
import RPC
import Values
import Wire

/// The calls about queries of entries: raising them, voting and deciding (2.3-dispute).
struct Disputes: Sendable {
    package let contests: ContestChanges
    let entries: Entries

    var switchboard: Switchboard {
        Switchboard {
            $0.on(queryEntry)
            $0.on(voteOnEntry)
            $0.on(decideEntry)
            $0.on(withdrawVote)
        }
    }
}

extension Disputes {
    /// The contest and the owner of an entry. They never change.
    func place(of call: some DisputeCall) async throws -> (contest: ChallengeID, user: UserID) {
        guard let entry = try await contests.database.entry(call.entry) else {
            throw ChallengesError.entryNotFound
        }
        return (entry.challenge, entry.user)
    }

    /// Locks the entry of a call, and checks that the caller may take the action. The entry's
    /// contest is locked. For a query, the caller's participant row is locked first, so that
    /// concurrent queries are counted and the caller is not removed in the meantime.
    ///
    /// - Throws: `challenges.entry_not_found`; with the entry, `challenges.version_stale` and what
    ///   `DisputeAccess` refuses.
    func held(
        _ call: some DisputeCall,
        to action: Entry.Action,
        of contest: ContestRecord,
        for asker: UserID,
        in tx: Transaction
    ) async throws -> EntryRecord {
        let asking =
            action == .query
            ? try await tx.heldParticipant(asker, of: contest.id)
            : try await tx.participant(asker, of: contest.id)
        guard let entry = try await tx.heldEntry(call.entry),
            try await entries.sees(entry, of: contest, asker, in: tx)
        else { throw ChallengesError.entryNotFound }
        let queries = action == .query ? try await tx.openQueries(by: asker, in: contest.id) : 0
        let dispute = DisputeAccess(
            of: asker,
            isJoined: asking?.state == .joined,
            in: entry,
            of: contest,
            queries: queries,
            at: contests.now(),
            under: contests.rules
        )
        let isStale = call.ifVersion.map { $0 != entry.version } ?? false
        let refusal = isStale ? ChallengesError.versionStale : dispute.refusal(of: action)
        guard let refusal else { return entry }
        let current = try await entries.entryReply(entry, of: contest, to: asker, in: tx)
        throw try Refusal(refusal, current: current)
    }
}

extension Disputes {
    /// The number of queries decided at a time, while the contest is locked exclusively.
    static let batch = 500

    /// Decides the first open queries by their votes: those where the contest's owner owns the
    /// entry or did not decide. Called repeatedly when the result is due, with the contest locked
    /// exclusively.
    ///
    /// - Returns: Whether there may be more.
    func decideSome(
        of contest: ContestRecord,
        at now: Instant,
        in tx: Transaction
    ) async throws -> Bool {
        let open = try await tx.openQueries(of: contest.id, limit: Self.batch)
        guard !open.isEmpty else { return false }
        try await decide(open, of: contest, at: now, in: tx)
        return open.count == Self.batch
    }

    /// Decides the remaining queries when the contest stops settling, before anybody is notified of
    /// that. The contest is locked exclusively.
    func decideQueries(of contest: ContestRecord, at now: Instant, in tx: Transaction) async throws
    {
        while try await decideSome(of: contest, at: now, in: tx) {}
    }

    /// Resolves the notices of open queries in a cancelled contest, because nobody will decide
    /// them. It is locked exclusively.
    func dropQueries(of contest: ContestRecord, at now: Instant, in tx: Transaction) async throws {
        let entries = try await tx.queriedEntries(of: contest.id)
        try settleDropped(entries, at: now, in: tx)
    }

    /// Drops the open queries of a removed participant without a decision: the entries count as
    /// never queried (2.3-dispute). The contest and the participant's row are locked. The caller
    /// then resolves the notices with `settleDropped`.
    ///
    /// - Returns: The entries.
    func dropQueries(
        of user: UserID,
        in contest: ContestRecord,
        by actor: UserID,
        at now: Instant,
        in tx: Transaction
    ) async throws -> [EntryID] {
        let queried = try await tx.heldEntries(queriedBy: user, in: contest.id)
        guard !queried.isEmpty else { return [] }
        for entry in queried {
            var free = entry
            free.dropQuery()
            try tx.save(free, over: entry.version)
            try tx.note(.unqueried, of: free, by: actor, at: now)
        }
        let ids = queried.map(\.id)
        try tx.removeVotes(on: ids)
        return ids
    }

    /// Resolves the notices of dropped queries. Called last.
    func settleDropped(_ entries: [EntryID], at now: Instant, in tx: Transaction) throws {
        try tx.settle([.entryQueried], of: entries.map { Notice.Subject($0) }, .gone, at: now)
    }

    private func decide(
        _ open: [OpenQuery],
        of contest: ContestRecord,
        at now: Instant,
        in tx: Transaction
    ) async throws {
        let votes = try await tx.votes(on: open.map(\.entry.id))
        let owners = Set(open.map(\.entry.user)).sorted()
        let players = try await tx.heldParticipants(owners, of: contest.id)
        var removed: Set<UserID> = []
        for query in open {
            let votes = votes[query.entry.id] ?? Votes()
            let judgement = votes.judgement(under: contests.rules)
            try judge(query.entry, judgement, by: nil, at: now, in: tx)
            if judgement == .removed { removed.insert(query.entry.user) }
        }
        var changed: [ParticipantRecord] = []
        for player in owners.compactMap({ players[$0] }) where removed.contains(player.user) {
            changed.append(
                try await Entries.recount(afterRemovalFrom: player, in: contest, at: now, in: tx)
            )
        }
        try tx.tellScoring(of: changed, at: now)
        for query in open {
            try tellDecided(query, of: contest, by: nil, .expired, at: now, in: tx)
        }
    }

    /// Stores the decision on a query. Sent with the next statement.
    ///
    /// - Returns: The entry afterwards.
    @discardableResult
    func judge(
        _ entry: EntryRecord,
        _ judgement: EntryRecord.Judgement,
        by judge: UserID?,
        at now: Instant,
        in tx: Transaction
    ) throws -> EntryRecord {
        var judged = entry
        judged.judge(judgement, by: judge)
        try tx.save(judged, over: entry.version)
        let what: EntryChange.What = judgement == .removed ? .removed : .kept
        try tx.note(what, of: judged, by: judge, reason: nil, at: now)
        return judged
    }

    /// Notifies the entry's owner and the user who queried it of the decision, and resolves the
    /// query's notices.
    func tellDecided(
        _ query: OpenQuery,
        of contest: ContestRecord,
        by judge: UserID?,
        _ outcome: NoticesSettled.Outcome,
        at now: Instant,
        in tx: Transaction
    ) throws {
        let subject = Notice.Subject(query.entry.id)
        try tx.settle([.entryQueried], of: subject, outcome, at: now)
        let asker = query.isAskerJoined ? query.entry.query?.by : nil
        let people = [query.entry.user, asker].compactMap(\.self).filter { $0 != judge }
        try tx.tell(people, .queryDecided, of: contest, about: subject, by: judge, at: now)
    }
}

/// A call about a query.
protocol DisputeCall: Call {
    var entry: EntryID { get }
    /// The version that the caller has seen; `nil` for any.
    var ifVersion: Int64? { get }
}
