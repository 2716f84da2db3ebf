import ChallengesAPI
import ChallengesCore
import RPC

extension Assignments {
    func startAssignment(
        _ call: StartAssignment,
        in context: CallContext
    ) async throws -> Assignment {
        try await moves.take(.start, as: call, in: context)
    }
}

extension StartAssignment: AssignmentMove {}
