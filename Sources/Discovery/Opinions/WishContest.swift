import ChallengesAPI
import Contests
import Postgres
import RPC

extension Opinions {
    func wishContest(_ call: WishContest, in context: CallContext) async throws -> Contest? {
        guard call.wishes else {
            return try await takeBack(call, in: context) { asker, tx in
                try await Withdrawal(wasThere: tx.unwish(call.contest, by: asker))
            }
        }
        return try await give(call, in: context) { contest, asker, tx in
            try tx.wish(contest.id, by: asker, at: now())
            return nil
        }
    }
}

extension WishContest: ContestOpinionCall {}
