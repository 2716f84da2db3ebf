import ChallengesAPI
import ChallengesCore
import RPC

extension Assignments {
    func retractSubmission(
        _ call: RetractSubmission,
        in context: CallContext
    ) async throws -> Assignment {
        try await moves.take(.retract, as: call, in: context)
    }
}

extension RetractSubmission: AssignmentMove {}
