import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Wire

extension Contests {
    func publishContest(_ call: PublishContest, in context: CallContext) async throws -> Contest {
        let asker = try context.signedIn
        // identityd's answers may change; the stored reply may not.
        if let given = try await database.reply(to: call, in: context) { return given }
        while true {
            let known = try await owned(call.contest, by: asker).contest
            let guests = try await guests(of: known, in: context)
            do {
                return try await changes.once(
                    call,
                    in: context,
                    of: call.contest,
                    .alone,
                    locking: guests.map { Pair(asker, $0.user) }
                ) { contest, tx in
                    guard contest.invitees == known.invitees else { throw InviteesChanged() }
                    // The checks and the move use one moment.
                    let attempt = Contests(changes: changes.atOneMoment())
                    return try await attempt.publish(
                        contest,
                        inviting: guests,
                        as: call,
                        by: asker,
                        in: tx
                    )
                }
            } catch is InviteesChanged {
                continue
            }
        }
    }

    /// The invitees of a draft who may be invited, by identityd's answer.
    private func guests(
        of contest: ContestRecord,
        in context: CallContext
    ) async throws -> [CheckRecipients.Recipient] {
        guard contest.life.state == .draft, !contest.invitees.isEmpty else { return [] }
        let owner = contest.owner
        let answers = try await standings(of: contest.invitees, for: owner, in: context)
        return answers.recipients.filter { $0.eligibility == .yes }
    }

    /// Publishes an exclusively locked draft if it is complete; the pairs of its author and
    /// invitees are locked too.
    private func publish(
        _ contest: ContestRecord,
        inviting guests: [CheckRecipients.Recipient],
        as call: PublishContest,
        by asker: UserID,
        in tx: Transaction
    ) async throws -> Contest {
        var row = try await owned(contest, by: asker, in: tx)
        try await moves.refuse(call.ifVersion, of: row, to: .owner, in: tx)
        if contest.life.state == .draft {
            var problems = FieldProblems<ChallengesError>()
            contest.checkPublishable(at: now(), under: rules, &problems)
            try problems.refuse()
            row.inviting = try await friends(among: guests, of: asker, in: tx)
        }
        return try await moves.take(.publish, as: call, of: row, for: .owner, in: tx)
    }

    /// The invitees who were not unfriended or blocked since identityd answered: identityd stores
    /// such a change here under the lock of the pair, with a higher version. Stores their cards.
    func friends(
        among guests: [CheckRecipients.Recipient],
        of author: UserID,
        in tx: Transaction
    ) async throws -> [UserID] {
        guard !guests.isEmpty else { return [] }
        let users = guests.map(\.user)
        let unfriended = try tx.unfriended(
            author,
            from: users,
            since: guests.map { $0.relationVersion ?? 0 }
        )
        try tx.store(guests.compactMap(\.card))
        let strangers = try await unfriended.value
        return users.filter { !strangers.contains($0) }
    }
}

extension PublishContest: ContestMove {}

/// The draft's invitees are not those that were checked; publishing begins again.
private struct InviteesChanged: Error {}
