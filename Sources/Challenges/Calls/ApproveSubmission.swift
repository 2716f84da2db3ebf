import ChallengesAPI
import RPC

extension Challenges {
    func approve(
        _ call: ApproveSubmission,
        in context: CallContext
    ) async throws -> Assignment {
        try await take(.approve, as: call, in: context)
    }
}

extension ApproveSubmission: MoveCall {}
