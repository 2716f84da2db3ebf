import ChallengesAPI
import RPC

extension Challenges {
    func withdraw(
        _ call: WithdrawAssignment,
        in context: CallContext
    ) async throws -> Assignment {
        try await take(.withdraw, as: call, in: context)
    }
}

extension WithdrawAssignment: MoveCall {}
