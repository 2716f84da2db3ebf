import ChallengesAPI
import ChallengesCore
import RPC

extension Assignments {
    func readAssignment(
        _ call: ReadAssignment,
        in context: CallContext
    ) async throws -> Assignment {
        try await moves.take(.read, as: call, in: context)
    }
}

extension ReadAssignment: AssignmentMove {}
