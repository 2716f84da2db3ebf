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
                return try await tx.unlike(record.id, by: asker).map { .takenBack($0) }
            }
            // Who takes a like back and likes it again is not told of again.
            let isFirst = try await !tx.hasLiked(record.id, asker)
            let now = now()
            guard try await tx.like(record.id, by: asker, at: now) else { return nil }
            return isFirst ? .first(now) : .again(now)
        }
    }
}

extension LikeDefinition: OpinionCall {}
