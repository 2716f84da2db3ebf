import ChallengesAPI
import ChallengesCore
import RPC

extension Assignments {
    func acceptAssignment(
        _ call: AcceptAssignment,
        in context: CallContext
    ) async throws -> Assignment {
        try await moves.take(.accept, as: call, in: context)
    }
}

extension AcceptAssignment: AssignmentMove {}
