import ChallengesAPI
import RPC

extension Contests {
    func endContest(_ call: EndContest, in context: CallContext) async throws -> Contest {
        try await take({ $0.earlyEnd(at: now(), in: rules.zones) }, as: call, in: context)
    }
}

extension EndContest: ContestMove {}
