import ChallengesAPI
import Definitions
import Postgres
import RPC

extension Opinions {
    func likeDefinition(
        _ call: LikeDefinition,
        in context: CallContext
    ) async throws -> Definition? {
        try await once(call, in: context) { asker, languages, tx in
            guard call.likes else {
                return try await takeBack(call, by: asker, languages, in: tx) {
                    try await Withdrawal(likedAt: tx.unlike(call.definition, by: asker))
                }
            }
            return try await give(call, by: asker, languages, in: tx) { record in
                // A user who takes a like back and likes the definition again causes no second
                // notice.
                let isFirst = try await !tx.hasLiked(record.id, asker)
                let now = now()
                guard try await tx.like(record.id, by: asker, at: now) else { return nil }
                return isFirst ? .first(now) : .again(now)
            }
        }
    }
}

extension LikeDefinition: OpinionCall {}
