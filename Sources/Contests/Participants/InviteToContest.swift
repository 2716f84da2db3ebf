import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Values
import Wire

extension Joining {
    func inviteToContest(
        _ call: InviteToContest,
        in context: CallContext
    ) async throws -> InviteToContest.Reply {
        let inviter = try context.signedIn
        var problems = FieldProblems<ChallengesError>()
        problems.add(invitees: call.invitees, of: inviter, InviteToContest.inviteesLimit)
        try problems.refuse()
        // identityd's answers may change; the stored reply may not.
        if let given = try await database.reply(to: call, in: context) { return given }
        guard let contest = try await database.contest(call.contest) else {
            throw ChallengesError.contestNotFound
        }
        try await requireInviting(to: contest, call.ifVersion, by: inviter, in: database)
        let answers = try await standings(of: call.invitees, for: inviter, in: context)
        problems.add(answers.recipients, invitees: call.invitees)
        try problems.refuse()
        return try await untilCurrent {
            let owner = try await database.contest(call.contest)?.owner
            return try await contests.once(
                call,
                in: context,
                of: call.contest,
                .shared,
                locking: Self.pairs(of: call.invitees, with: [inviter, owner])
            ) { contest, tx in
                guard contest.owner == owner else { throw StaleRead() }
                return try await invite(answers, to: contest, call.ifVersion, by: inviter, in: tx)
            }
        }
    }

    /// The pairs of each invitee with each of the given users.
    private static func pairs(of invitees: [UserID], with askers: [UserID?]) -> [Pair] {
        let askers = Set(askers.compactMap(\.self))
        let pairs = invitees.flatMap { invitee in
            askers.filter { $0 != invitee }.map { Pair(invitee, $0) }
        }
        return Array(Set(pairs))
    }

    /// Refuses a caller who may not invite, a stale version, and a contest that admits nobody.
    private func requireInviting(
        to contest: ContestRecord,
        _ ifVersion: Int64?,
        by inviter: UserID,
        in reader: some Reader
    ) async throws {
        let access = try await reader.access(of: contest, for: inviter)
        guard access.seesHead else { throw ChallengesError.contestNotFound }
        guard access.mayInvite else { throw ChallengesError.mayNotInvite }
        let now = now()
        try await reader.refuse(ifVersion, of: contest, to: inviter, at: now, under: rules)
        let conditions = ParticipantLife(of: inviter, nil, in: contest, isOpen: false).conditions
        if let refusal = conditions.refusal(at: now) { throw refusal }
    }

    /// Invites users to a locked contest. The pairs of the invitees are locked too.
    private func invite(
        _ answers: CheckRecipients.Reply,
        to contest: ContestRecord,
        _ ifVersion: Int64?,
        by inviter: UserID,
        in tx: Transaction
    ) async throws -> InviteToContest.Reply {
        let invitees = answers.recipients.map(\.user)
        let unfriended = try tx.unfriended(
            inviter,
            from: invitees,
            since: answers.recipients.map { $0.relationVersion ?? 0 }
        )
        try await requireInviting(to: contest, ifVersion, by: inviter, in: tx)
        let blocked = try await tx.blocked(contest.owner, among: invitees)
        let known = try await tx.heldParticipants(invitees, of: contest.id)
        var problems = FieldProblems<ChallengesError>()
        let strangers = try await unfriended.value.union(blocked)
        for (index, invitee) in invitees.enumerated() {
            if strangers.contains(invitee) {
                problems.add(.notFriends, at: "/invitees/\(index)")
            } else if known[invitee]?.state == .removed {
                problems.add(.inviteeRemoved, at: "/invitees/\(index)")
            }
        }
        try problems.refuse()
        try tx.store([answers.sender] + answers.recipients.compactMap(\.card))
        let invited = try await invite(
            invitees,
            to: contest,
            by: inviter,
            byCode: false,
            in: tx
        )
        let changed = Dictionary(uniqueKeysWithValues: invited.map { ($0.user, $0) })
        let records = invitees.compactMap { changed[$0] ?? known[$0] }
        let shown = try await tx.participantReplies(records, of: contest, to: inviter)
        return InviteToContest.Reply(participants: shown)
    }
}
