import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import People
import Postgres
import RPC
import Values
import Wire

extension Joining {
    func joinContest(_ call: JoinContest, in context: CallContext) async throws -> Contest {
        let person = try context.signedIn
        if let target = call.target { try target.checkAsTarget() }
        let card = try await missingCard(of: person, in: context)
        return try await untilCurrent {
            let contest = try await database.contest(call.contest)
            let known = try await database.participant(person, of: call.contest)
            let pairs = Self.pairs(of: person, with: contest?.owner, known)
            return try await contests.once(
                call,
                in: context,
                of: call.contest,
                .shared,
                locking: Array(pairs)
            ) { contest, tx in
                try tx.lockContests(of: person)
                let joins = try tx.countContests(of: person)
                let known = try await tx.participant(person, of: contest.id)
                guard Self.pairs(of: person, with: contest.owner, known).isSubset(of: pairs) else {
                    throw StaleRead()
                }
                if let card { try tx.store([card]) }
                return try await join(contest, as: person, known, call, among: joins, in: tx)
            }
        }
    }

    /// Lets a user join a locked contest, or request to join it. Their pairs and their contests are
    /// locked too.
    private func join(
        _ contest: ContestRecord,
        as person: UserID,
        _ known: ParticipantRecord?,
        _ call: JoinContest,
        among joins: Deferred<Int>,
        in tx: Transaction
    ) async throws -> Contest {
        let now = now()
        let access = try await tx.access(of: contest, for: person)
        guard access.seesHead, known?.state != .removed else {
            throw ChallengesError.contestNotFound
        }
        // Former participants and invitees still see the contest after a block, but cannot join.
        if known?.state != .joined, contest.owner != person {
            guard try await tx.relation(contest.owner, person) != .blocked else {
                throw ChallengesError.contestNotFound
            }
        }
        // A block ends an invitation, or a join request by a code, a moment later (2.11-block).
        if let inviter = known?.openInviter {
            guard try await tx.relation(inviter, person) != .blocked else {
                throw ChallengesError.contestNotFound
            }
        }
        try await tx.refuse(call.ifVersion, of: contest, to: person, at: now, under: rules)
        let step = try await take(
            .join(target: call.target),
            of: person,
            known,
            in: contest,
            isOpen: access.mayJoin,
            among: joins,
            at: now,
            in: tx
        )
        let shown = try await tx.contestReply(contest, to: person, at: now, under: rules)
        try tell(of: step, in: contest, by: person, at: now, in: tx)
        return shown
    }
}
