import ChallengesAPI
import ChallengesCore
import RPC

extension Assignments {
    func giveUpAssignment(
        _ call: GiveUpAssignment,
        in context: CallContext
    ) async throws -> Assignment {
        try await moves.take(.giveUp, as: call, in: context)
    }
}

extension GiveUpAssignment: AssignmentMove {}
