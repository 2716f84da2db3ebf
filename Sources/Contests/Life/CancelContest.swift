import ChallengesAPI
import RPC

extension Contests {
    func cancelContest(_ call: CancelContest, in context: CallContext) async throws -> Contest {
        try await take({ _ in .cancel }, as: call, in: context)
    }
}

extension CancelContest: ContestMove {}
