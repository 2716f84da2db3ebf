import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import Outbox
import Postgres
import RPC
import Wire

extension Codes {
    func shareContest(_ call: ShareContest, in context: CallContext) async throws -> Nothing {
        let sharer = try context.signedIn
        var problems = FieldProblems<ChallengesError>()
        problems.add(call.recipients, from: sharer)
        try problems.refuse()
        // A friendship may have ended; the stored reply does not change.
        if let given = try await database.reply(to: call, in: context) { return given }
        guard let contest = try await database.contest(call.contest) else {
            throw ChallengesError.contestNotFound
        }
        try await refuse(sharing: contest, by: sharer, in: database)
        let standings = try await joining.standings(of: call.recipients, for: sharer, in: context)
        problems.add(standings.recipients, as: call.recipients)
        try problems.refuse()
        return try await contests.once(call, in: context, of: call.contest, .shared) {
            contest,
            tx in
            try await refuse(sharing: contest, by: sharer, in: tx)
            let told = try await tx.users(call.recipients, whoMayBeShown: contest)
            try tx.tell(
                told,
                .contestShared,
                cause: "\(sharer)",
                of: contest,
                by: sharer,
                at: now()
            )
            return Nothing()
        }
    }

    /// Refuses a contest that the sharer does not see, that admits nobody, or that is not public.
    private func refuse(
        sharing contest: ContestRecord,
        by sharer: UserID,
        in reader: some Reader
    ) async throws {
        guard try await reader.access(of: contest, for: sharer).seesHead else {
            throw ChallengesError.contestNotFound
        }
        if let refusal = contest.refusesPeople(at: now()) { throw refusal }
        guard contest.visibility == .public else { throw ChallengesError.contestPrivate }
    }
}
