import ChallengesAPI
import Postgres
import RPC

extension Opinions {
    func likeContest(_ call: LikeContest, in context: CallContext) async throws -> Contest {
        try await take(call, in: context) { contest, asker, tx in
            guard call.likes else {
                return try await tx.unlike(contest.id, by: asker).map { .takenBack($0) }
            }
            // Who takes a like back and likes it again is not told of again.
            let isFirst = try await !tx.hasLiked(contest.id, asker)
            let now = now()
            guard try await tx.like(contest.id, by: asker, at: now) else { return nil }
            return isFirst ? .first(now) : .again(now)
        }
    }
}

extension LikeContest: ContestOpinionCall {}
