import ChallengesAPI
import Postgres
import RPC

extension Opinions {
    func likeDefinition(
        _ call: LikeDefinition,
        in context: CallContext
    ) async throws -> Definition {
        try await take(call, in: context) { record, asker, tx in
            guard call.likes else {
                try tx.unlike(record.id, by: asker)
                return false
            }
            // Who takes a like back and likes it again is not told of again.
            let isFirst = try await !tx.hasLiked(record.id, asker)
            return try await tx.like(record.id, by: asker, at: now()) && isFirst
        }
    }
}

extension LikeDefinition: OpinionCall {}
