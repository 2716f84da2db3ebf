import ChallengesAPI
import Contests
import Definitions
import Postgres
import RPC
import Wire

extension Opinions {
    func rateDefinition(
        _ call: RateDefinition,
        in context: CallContext
    ) async throws -> Definition {
        guard RateDefinition.starsLimit.contains(call.stars) else {
            throw Refusal(ChallengesError.starsInvalid, at: "/stars")
        }
        return try await once(call, in: context) { asker, languages, tx in
            try await give(call, by: asker, languages, in: tx) { record in
                guard record.author != asker else { throw ChallengesError.ownDefinition }
                guard try await tx.hasCompleted(record.id, asker) else {
                    throw ChallengesError.notCompleted
                }
                try tx.rate(record.id, call.stars, by: asker, at: now())
                return nil
            }
        }
    }
}

extension RateDefinition: OpinionCall {}
