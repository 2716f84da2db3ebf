import ChallengesAPI
import Postgres
import RPC

extension Opinions {
    func wishDefinition(
        _ call: WishDefinition,
        in context: CallContext
    ) async throws -> Definition {
        try await change(call, on: call.definition, in: call.languages, context) {
            record,
            asker,
            tx in
            if call.wishes {
                try tx.wish(record.id, by: asker, at: now())
            } else {
                try tx.unwish(record.id, by: asker)
            }
        }
    }
}
