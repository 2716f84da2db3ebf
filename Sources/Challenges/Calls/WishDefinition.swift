import ChallengesAPI
import RPC

extension Opinions {
    func wishDefinition(
        _ call: WishDefinition,
        in context: CallContext
    ) async throws -> Definition {
        try await take(call, in: context) { record, asker, tx in
            if call.wishes {
                try tx.wish(record.id, by: asker, at: now())
            } else {
                try tx.unwish(record.id, by: asker)
            }
            return nil
        }
    }
}

extension WishDefinition: OpinionCall {}
