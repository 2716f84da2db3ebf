import ChallengesAPI
import ChallengesCore
import RPC

extension Assignments {
    func approveSubmission(
        _ call: ApproveSubmission,
        in context: CallContext
    ) async throws -> Assignment {
        try await moves.take(.approve, as: call, in: context)
    }
}

extension ApproveSubmission: AssignmentMove {}
