import ChallengesAPI
import RPC

extension Opinions {
    func likeDefinition(
        _ call: LikeDefinition,
        in context: CallContext
    ) async throws -> Definition {
        try await take(call, in: context) { record, asker, tx in
            if call.likes {
                try tx.like(record.id, by: asker, at: now())
            } else {
                try tx.unlike(record.id, by: asker)
            }
        }
    }
}

extension LikeDefinition: OpinionCall {}
