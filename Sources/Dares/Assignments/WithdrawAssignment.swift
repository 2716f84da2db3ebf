import ChallengesAPI
import ChallengesCore
import RPC

extension Assignments {
    func withdrawAssignment(
        _ call: WithdrawAssignment,
        in context: CallContext
    ) async throws -> Assignment {
        try await moves.take(.withdraw, as: call, in: context)
    }
}

extension WithdrawAssignment: AssignmentMove {}
