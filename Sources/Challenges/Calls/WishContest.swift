import ChallengesAPI
import RPC

extension Opinions {
    func wishContest(_ call: WishContest, in context: CallContext) async throws -> Contest {
        try await take(call, in: context) { contest, asker, tx in
            if call.wishes {
                try tx.wish(contest.id, by: asker, at: now())
            } else {
                try tx.unwish(contest.id, by: asker)
            }
            return nil
        }
    }
}

extension WishContest: ContestOpinionCall {}
