import ChallengesAPI
import Postgres
import RPC

extension Opinions {
    func withdrawRating(
        _ call: WithdrawRating,
        in context: CallContext
    ) async throws -> Definition? {
        try await once(call, in: context) { asker, languages, tx in
            try await takeBack(call, by: asker, languages, in: tx) {
                try await Withdrawal(wasThere: tx.unrate(call.definition, by: asker))
            }
        }
    }
}

extension WithdrawRating: OpinionCall {}
