import ChallengesAPI
import Postgres
import RPC

extension Opinions {
    func likeContest(_ call: LikeContest, in context: CallContext) async throws -> Contest {
        try await take(call, in: context) { contest, asker, tx in
            guard call.likes else {
                try tx.unlike(contest.id, by: asker)
                return false
            }
            // Who takes a like back and likes it again is not told of again.
            let isFirst = try await !tx.hasLiked(contest.id, asker)
            return try await tx.like(contest.id, by: asker, at: now()) && isFirst
        }
    }
}

extension LikeContest: ContestOpinionCall {}
