import ChallengesAPI
import RPC

extension Contests {
    func endContest(_ call: EndContest, in context: CallContext) async throws -> Contest {
        try await take({ .end($0.earlyEnd(at: now())) }, as: call, in: context)
    }
}

extension EndContest: ContestMove {}
