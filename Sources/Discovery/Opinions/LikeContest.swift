import ChallengesAPI
import Contests
import Postgres
import RPC

extension Opinions {
    func likeContest(_ call: LikeContest, in context: CallContext) async throws -> Contest? {
        guard call.likes else {
            return try await takeBack(call, in: context) { asker, tx in
                try await Withdrawal(likedAt: tx.unlike(call.contest, by: asker))
            }
        }
        return try await give(call, in: context) { contest, asker, tx in
            // A user who takes a like back and likes the contest again causes no second notice.
            let isFirst = try await !tx.hasLiked(contest.id, asker)
            let now = now()
            guard try await tx.like(contest.id, by: asker, at: now) else { return nil }
            return isFirst ? .first(now) : .again(now)
        }
    }
}

extension LikeContest: ContestOpinionCall {}
