import ChallengesAPI
import RPC

extension Joining {
    func declineContest(_ call: DeclineContest, in context: CallContext) async throws -> Contest {
        try await take(.decline, as: call, of: call.contest, call.ifVersion, in: context)
    }
}
