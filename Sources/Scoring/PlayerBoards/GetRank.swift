import RPC
import ScoringAPI

extension Scoring {
    func getRank(_ call: GetRank, in context: CallContext) async throws -> GetRank.Reply {
        try await database.rank(of: context.signedIn)
    }
}
