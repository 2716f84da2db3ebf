import ChallengesAPI
import ChallengesCore
import FoundationEssentials
import Identifiers
import Postgres
import RPC
import Wire

extension Contests {
    func deleteContest(_ call: DeleteContest, in context: CallContext) async throws -> Nothing {
        let asker = try context.signedIn
        return try await once(call, of: call.contest, by: asker, in: context) { row, tx in
            let contest = row.contest
            try await moves.refuse(call.ifVersion, of: row, to: .owner, in: tx)
            let now = now()
            var life = contest.life
            do throws(ChallengesError) {
                try life.take(.delete, at: now, under: rules)
            } catch {
                throw try await moves.refusal(error, of: row, to: .owner, in: tx)
            }
            let released = try await tx.removePhotos(of: .contest, contest.id.uuid)
            try tx.delete(contest)
            try tx.publish(
                Pictures.emissions(
                    of: .contest,
                    contest.id.uuid,
                    using: [],
                    releasing: released
                ),
                at: now
            )
            return Nothing()
        }
    }
}
