import ChallengesAPI
import Definitions
import Postgres
import RPC

extension Opinions {
    func wishDefinition(
        _ call: WishDefinition,
        in context: CallContext
    ) async throws -> Definition? {
        try await once(call, in: context) { asker, languages, tx in
            guard call.wishes else {
                return try await takeBack(call, by: asker, languages, in: tx) {
                    try await Withdrawal(wasThere: tx.unwish(call.definition, by: asker))
                }
            }
            return try await give(call, by: asker, languages, in: tx) { record in
                try tx.wish(record.id, by: asker, at: now())
                return nil
            }
        }
    }
}

extension WishDefinition: OpinionCall {}
